/** Processes as a tree of parents and children; each opens its event. */
import { Text } from '@mantine/core'
import { type CSSProperties, useState } from 'react'
import type { Schemas } from '../api/client.ts'
import { Shown, shown } from '../parts/shown.tsx'
import { Time } from '../parts/time.tsx'
import { EventDrawer } from '../search/event-drawer.tsx'
import { processRows } from './process-rows.ts'

type Tree = Schemas['ProcessTree']

/** Maximum indentation; deeper processes also show their depth as a number. */
const DEPTH_SHOWN = 8
const LINE_LENGTH_MAX = 1_000

type ProcessTreeProps = {
  readonly tree: Tree
  /** Uids of events whose processes are marked, and the label of the mark. */
  readonly marked?: ReadonlySet<string>
  readonly mark?: string
}

export function ProcessTree({ tree, marked = new Set(), mark = '' }: ProcessTreeProps) {
  const [opened, setOpened] = useState<readonly string[]>([])
  const { host, nodes, not_shown: missing } = tree
  return (
    <>
      <ul className="plain processes" aria-label={`Processes of ${shown(host, 120)}`}>
        {processRows(nodes).map(({ node, depth, children }) => (
          <li
            key={node.event_uid}
            data-marked={marked.has(node.event_uid)}
            style={{ '--depth': Math.min(depth, DEPTH_SHOWN) } as CSSProperties}
          >
            <button
              type="button"
              className="process"
              onClick={() => setOpened([node.event_uid])}
              aria-label={`Open event of ${shown(node.process_name ?? 'a process without a name', 80)}, level ${depth + 1}`}
            >
              <span className="process-head">
                <b>
                  <Shown text={node.process_name ?? 'unknown name'} lengthMax={120} />
                </b>
                {marked.has(node.event_uid) && <span className="mark">{mark}</span>}
                <span className="quiet">
                  {node.pid !== null && `pid ${node.pid}`}
                  {depth > DEPTH_SHOWN && ` · level ${depth + 1}`}
                  {children > 0 && ` · started ${children}`}
                </span>
                <span className="quiet process-at">
                  {node.user !== null && (
                    <>
                      <Shown text={node.user} lengthMax={80} /> ·{' '}
                    </>
                  )}
                  <Time at={node.time} />
                </span>
              </span>
              <span
                className="mono process-line"
                title={node.cmd_line === null ? undefined : shown(node.cmd_line, 2_000)}
              >
                {node.cmd_line === null ? (
                  <span className="quiet">command line not recorded</span>
                ) : (
                  <Shown text={node.cmd_line} lengthMax={LINE_LENGTH_MAX} />
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {missing.length > 0 && (
        <Text size="xs" className="quiet" mt="xs">
          Not shown: {missing.map((one) => shown(one, 300)).join('; ')}.
        </Text>
      )}
      <EventDrawer uids={opened} close={() => setOpened([])} />
    </>
  )
}
