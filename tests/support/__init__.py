"""What the tests share: trees, repositories, databases, terminals, the running application."""
