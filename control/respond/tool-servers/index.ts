/** Tool servers of third parties (Model Context Protocol), whose tools agents may call. */
export { type Called, callTool, offeredTools, type ToolDeps, type ToolStep } from './call-tool.ts'

export type { Stdio } from './check.ts'
export type { Tool } from './tools.ts'
