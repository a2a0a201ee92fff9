"""What each audience may see of a table: screens, roads, procedures, recall, reports, sentences."""
