/** The interface of tool servers of third parties to agents and the API. */
export { type Called, callTool, offeredTools, type ToolDeps, type ToolStep } from './call-tool.ts'

export type { Stdio } from './check.ts'
export type { Tool } from './tools.ts'
