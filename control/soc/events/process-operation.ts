/** Processes that started each other: around one event, or the latest of a host. */
import { Type } from 'typebox'
import { invalidParameter } from '../../../platform/invalid-input.ts'
import { hostProcesses, PROCESS_TREE_LIMITS, processTree } from '../../../query/process-tree.ts'
import { closed, named, nullable, plainText, time, uuid } from '../../../schemas/wire.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import { askLake } from '../../platform/archive/index.ts'
import { refuseHidden } from '../../platform/governance/index.ts'
import { askerOf, type EventDeps } from './event-deps.ts'

const operation = operationsOf<EventDeps>()

const HOUR_MS = 3_600_000
const HOURS_DEFAULT = 24
const { hoursBefore, hoursAfter, nodes } = PROCESS_TREE_LIMITS

const treeSchema = named(
  'ProcessTree',
  Type.Object({
    host: Type.String(),
    focus_uid: nullable(
      Type.String({ description: 'process of the requested event; null: its start event was not found' }),
    ),
    nodes: Type.Array(
      named(
        'ProcessStart',
        Type.Object({
          event_uid: uuid,
          time,
          process_name: nullable(Type.String()),
          cmd_line: nullable(Type.String()),
          user: nullable(Type.String()),
          pid: nullable(Type.Integer()),
          parent_pid: nullable(Type.Integer()),
          parent_uid: nullable(
            Type.String({ description: 'null: the start event of the parent is not among the nodes' }),
          ),
        }),
      ),
      { description: `parents before children; at most some ${nodes}` },
    ),
    not_shown: Type.Array(Type.String(), { description: 'parts of the tree that may be missing, with the reason' }),
  }),
)

const tree = operation.outside({
  name: 'events.process_tree',
  summary: 'Tree of parent and child processes, around an event or on a host',
  description: `With event_uid: ancestors and descendants of its process, from ${hoursBefore} hours before to ${hoursAfter} hours after the event. With host: the latest processes of the hours before \`to\`. Archived events are not searched.`,
  permission: 'lake:query',
  path: 'GET /events/process-tree',
  query: Type.Object(
    {
      event_uid: Type.Optional(uuid),
      host: Type.Optional(plainText(255)),
      hours: Type.Optional(Type.Integer({ minimum: 1, maximum: 24 * 7, description: `default: ${HOURS_DEFAULT}` })),
      to: Type.Optional(time),
    },
    closed,
  ),
  output: treeSchema,
  async run(call, { event_uid: uid, host, hours, to }) {
    const { actor, deps, nowMs, gone } = call
    if ((uid === undefined) === (host === undefined))
      throw invalidParameter('event_uid', 'or host is needed, and one of them alone')
    if (uid !== undefined && (hours !== undefined || to !== undefined))
      throw invalidParameter('hours', 'and to go with host')
    // A hidden host name could be guessed with this filter, and a tree shows which process started which.
    refuseHidden(actor.hidden, ['host', 'pid', 'parent_name'])
    const read = (reader: Reader) => {
      if (uid !== undefined) return processTree(reader, uid, gone)
      const toMs = to === undefined ? nowMs : Date.parse(to)
      return hostProcesses(reader, host ?? '', { fromMs: toMs - (hours ?? HOURS_DEFAULT) * HOUR_MS, toMs }, gone)
    }
    return askLake(deps, askerOf(call), read, { rowsMax: PROCESS_TREE_LIMITS.events + 1 })
  },
})

export const PROCESS_OPERATIONS = [tree]
