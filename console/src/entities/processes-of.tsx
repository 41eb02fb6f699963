/** The processes that a host started recently. */
import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call, mayCall } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { Section } from '../parts/page.tsx'
import { shown } from '../parts/shown.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { ProcessTree } from '../processes/process-tree.tsx'
import { entityQuery } from './entity-query.ts'

const HOURS = { '1h': 1, '24h': 24, '7d': 168 } as const
type Span = keyof typeof HOURS

export function ProcessesOf({ host }: { readonly host: string }) {
  const mayRead = mayCall(useSession(), 'POST /api/v1/events/search')
  const [span, setSpan] = useState<Span>('24h')
  const found = useQuery({
    queryKey: ['process-tree', host, span],
    enabled: mayRead,
    queryFn: () => call('GET /api/v1/events/process-tree', { query: { host, hours: HOURS[span] } }),
  })
  if (!mayRead) return null
  return (
    <Section
      title="Processes"
      aside={
        <SegmentedControl
          aria-label="Time of the processes"
          size="xs"
          data={Object.keys(HOURS)}
          value={span}
          onChange={(value) => setSpan(value as Span)}
        />
      }
    >
      <Loaded query={found} lines={4}>
        {(tree) =>
          tree.nodes.length === 0 ? (
            <Empty title="No process was started in this time">
              Or no source reports starts of processes.{' '}
              <Link to="/search" search={{ query: `(${entityQuery(host, 'host')}) AND class_uid:1007`, hours: '720' }}>
                Search 30 days
              </Link>
              {tree.not_shown.length > 0 && (
                <span className="late"> Not shown: {tree.not_shown.map((one) => shown(one, 300)).join('; ')}.</span>
              )}
            </Empty>
          ) : (
            <ProcessTree tree={tree} />
          )
        }
      </Loaded>
    </Section>
  )
}
