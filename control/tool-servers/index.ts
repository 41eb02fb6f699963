/** The interface of tool servers of third parties to agents and the API. */
export {
  type Called,
  callTool,
  discover,
  offeredTools,
  reasonForPeople,
  type ToolDeps,
  type ToolStep,
} from './call-tool.ts'
export { TOOL_SERVER_LIMITS } from './limits.ts'
export {
  changeToolServer,
  createToolServer,
  deleteToolServer,
  requireToolServer,
  type ToolServerGiven,
} from './manage-tool-servers.ts'
export type { ToolServer } from './tool-server.ts'
export { toolServersOf } from './tool-server-store.ts'
export { TOOL_NAME, type Tool } from './tools.ts'
