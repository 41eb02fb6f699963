/** A model's client with everything that it does: the official client of TypeScript, over any transport. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import type { McpWorld } from './test-world.ts'

/** Arguments that make each tool answer, in the order of the tools' names. */
export function callsOf(world: McpWorld): Readonly<Record<string, Record<string, unknown>>> {
  const event = { Channel: 'Security', EventID: 4625, TargetUserName: 'ann' }
  return {
    add_comment: { case_id: world.case, body: 'by the model' },
    entity_timeline: { entity_type: 'user', value: 'ann' },
    explain_rule: { rule_id: world.rule },
    get_alert: { alert_id: world.alert },
    get_case: { case_id: world.case },
    list_alerts: { limit: 2 },
    list_cases: {},
    request_action: { action_type: 'create_ticket', parameters: { summary: 'Ann' }, rationale: 'tried by a test' },
    run_hunt: { hunt_id: world.hunt },
    run_kql: { query: 'SecurityEvent | where EventID == 4625', limit: 3 },
    search_events: { query: 'user:ann', limit: 100 },
    seen_indicator: { value: '203.0.113.9' },
    test_rule: { rule_id: world.rule, events: [event], format: 'windows' },
  }
}

const MARKED = /<untrusted-data (\S+)>\n.*\n<\/untrusted-data \1>$/s

/** The same members as `drive_client.py` prints. `onCancelled` resolves when the run of the hunt is cancelled. */
export async function driveClient(open: () => Promise<Transport>, world: McpWorld, onCancelled: () => Promise<void>) {
  const questions: string[] = []
  const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } })
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    questions.push(params.message.split('\n')[0] ?? '')
    return { action: 'accept', content: { confirm: true } }
  })
  await client.connect(await open())
  const { tools } = await client.listTools()
  const calls = callsOf(world)
  const ended = new AbortController()
  const hunting = client.callTool({ name: 'run_hunt', arguments: calls.run_hunt }, undefined, {
    signal: ended.signal,
    onprogress: () => ended.abort(),
  })
  const cancelled = await hunting.then(
    () => 'answered',
    () => 'ended',
  )
  await onCancelled()
  const results: Record<string, string> = {}
  let isMarked = true
  let longest = 0
  const progress: number[] = []
  for (const [name, args] of Object.entries(calls)) {
    const { isError = false, content } = await client.callTool({ name, arguments: args }, undefined, {
      onprogress: ({ progress: done }) => progress.push(done),
    })
    const text = (content as { text: string }[])[0]?.text ?? ''
    results[name] = isError === true ? text : 'done'
    if (!isError) isMarked &&= MARKED.test(text)
    longest = Math.max(longest, text.length)
  }
  const stranger = await client.callTool({ name: 'get_alert', arguments: { alert_id: world.stranger_alert } })
  const resource = await client.readResource({ uri: `svc://cases/${world.case}` })
  const prompt = await client.getPrompt({ name: 'summarise_case', arguments: { case_id: world.case } })
  const outcomes = {
    tools: tools.map(({ name }) => name).sort(),
    writes: tools.filter(({ annotations }) => annotations?.readOnlyHint === false).map(({ name }) => name),
    cancelled,
    results,
    marked: isMarked,
    bounded: longest > 1_000 && longest < 41_000,
    progress: progress.length > 0 && progress.every((done, at) => at === 0 || done > (progress[at - 1] ?? 0)),
    questions,
    stranger: (stranger.content as { text: string }[])[0]?.text ?? '',
    resources: (await client.listResources()).resources.map(({ uri }) => uri),
    templates: (await client.listResourceTemplates()).resourceTemplates.length,
    resource: JSON.stringify(resource.contents).includes('A case of the model'),
    prompts: (await client.listPrompts()).prompts.map(({ name }) => name),
    prompt: JSON.stringify(prompt.messages).includes(world.case),
  }
  await client.close()
  return outcomes
}
