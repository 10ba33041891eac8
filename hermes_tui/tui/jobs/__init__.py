"""What runs beside the screen."""
