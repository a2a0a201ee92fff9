"""Views: what each audience may see of a table, from screens and roads to reports and sentences."""
