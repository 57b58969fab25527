"""One kind of region a file: data in, the lines of a region out."""
