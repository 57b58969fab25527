"""What a vault means: which file a link names, what is wrong with it, what the finding says."""
