/**
 * Tools of third-party MCP servers for a run: their list and calls, each step an entry of the run's ledger that is sent
 * to its subscribers. The investigator's model chooses among them; the fixed plan without a model uses none.
 */
import { AppError } from '../../../platform/errors.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { withinRegion } from '../../platform/governance/index.ts'
import { type Called, callTool, offeredTools, type Tool, type ToolDeps, type ToolStep } from '../tool-servers/index.ts'
import { publishStep } from './investigate.ts'
import { append } from './ledger.ts'

export type RunTools = {
  offered(): Promise<readonly Tool[]>
  /** `id` is `mcp.SERVER.TOOL`, as it was offered. Throws `bad_request` for any other id. */
  call(id: string, args: Readonly<Record<string, unknown>>): Promise<Called>
}

export function toolsOfRun(deps: Omit<ToolDeps, 'record'>, runId: string): RunTools {
  const record = (step: ToolStep) =>
    withTenant(deps.pool, deps.tenant, async (tx) => {
      await publishStep(tx, await append(tx, runId, { ...step, agent: 'mcp_client' }))
    })
  const within = withinRegion((work) => withTenant(deps.pool, deps.tenant, work), deps.egress, 'tool_server')
  const own = { ...deps, egress: within, record }
  return {
    offered: () => offeredTools(own),
    async call(id, args) {
      const [, server, tool] = /^mcp\.([a-z0-9_-]{2,40})\.(.+)$/.exec(id) ?? []
      if (server === undefined || tool === undefined) throw new AppError('bad_request', 'this is no id of a tool')
      return callTool(own, server, tool, args)
    },
  }
}
