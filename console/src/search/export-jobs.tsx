/** Exports of the last day that the server made or makes. */
import { Button, Group, Text } from '@mantine/core'
import type { Schemas } from '../api/client.ts'
import { actions, count, State } from '../parts/columns.tsx'
import { useList } from '../parts/listing.tsx'
import { More } from '../parts/more.tsx'
import { Shown } from '../parts/shown.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'

const JOBS = 'GET /api/v1/exports/jobs'
const REFRESH_MS = 5_000

type Job = Schemas['ExportJob']

export function ExportJobs({ open }: { readonly open: (id: string) => void }) {
  const found = useList(JOBS, {}, REFRESH_MS)
  return (
    <Loaded query={found} lines={4}>
      {(jobs) =>
        jobs.length === 0 ? (
          <Empty title="No export of the last day">Begin one from the menu of exports.</Empty>
        ) : (
          <Table
            name="Exports of the last day"
            rows={jobs}
            keyOf={({ id }) => id}
            columns={[
              { head: 'Began', isShort: true, cell: ({ created_at: at }) => <Time at={at} /> },
              { head: 'State', isShort: true, cell: ({ state }) => <State of={state} /> },
              { head: 'Of', cell: (job) => <Searched job={job} /> },
              count('Events', 'rows'),
              actions<Job>(({ id, query }) => (
                <Button
                  variant="default"
                  aria-label={`Open the export of ${query.slice(0, 60) || 'every event'}`}
                  onClick={() => open(id)}
                >
                  Open
                </Button>
              )),
            ]}
          >
            <More query={found} />
          </Table>
        )
      }
    </Loaded>
  )
}

function Searched({ job: { query, format, from_time: from, to_time: to } }: { readonly job: Job }) {
  return (
    <>
      <span className="mono">
        <Shown text={query || 'every event'} lengthMax={160} />
      </span>
      <Group gap={4}>
        <Text size="xs" className="quiet">
          {format}, <Time at={from} /> to <Time at={to} />
        </Text>
      </Group>
    </>
  )
}
