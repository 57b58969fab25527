"""What is written in a note, each thing with its place; what it means is the model's business."""
