"""The tools of the MCP servers in this folder, which the Python SDK's and FastMCP's classes both take."""
import asyncio


def add(a: int, b: int) -> int:
    """Adds two numbers."""
    return a + b


def echo(text: str) -> str:
    """Returns the text."""
    return text


def slow_with(context_type):
    async def slow(seconds: float, context: context_type) -> str:
        """Reports its progress and answers later."""
        for step in range(3):
            await context.report_progress(step, 3)
            await asyncio.sleep(seconds / 3)
        return "slept"
    return slow


def add_tools(server, context_type):
    for tool in (add, echo, slow_with(context_type)):
        server.tool()(tool)
