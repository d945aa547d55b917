"""Cases of each method from one model."""
