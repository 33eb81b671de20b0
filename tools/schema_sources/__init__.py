"""Reading of released Python packages for tools/update_schema.py."""
