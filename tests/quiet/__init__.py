"""A vault of ordinary notes on which a correct checker has nothing to say."""
