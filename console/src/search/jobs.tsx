/** Searches that the API continues after their response: their progress, and the link back to them. */
import { ActionIcon, Button, Group, Menu, ScrollArea, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { bodyOf, GET, POST, type Schemas } from '../api/client.ts'
import { Shown } from '../parts/shown.tsx'
import { Time } from '../parts/time.tsx'
import { counted } from '../parts/words.ts'
import { JOB_POLL_MS } from './coverage.tsx'

type Job = Schemas['SearchJob']

const LIST_MAX = 50
const STATES: Readonly<Record<Job['state'], string>> = {
  ...{ running: 'goes on', done: 'done', full: 'full', cancelled: 'stopped', failed: 'failed' },
}

export function SearchJobs({ open }: { readonly open: (job: Job) => void }) {
  const queries = useQueryClient()
  const list = useQuery({
    queryKey: ['search-jobs'],
    queryFn: () => bodyOf(GET('/api/v1/events/searches', { params: { query: { limit: LIST_MAX } } })),
    retry: false,
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ state }) => state === 'running') ? JOB_POLL_MS : false,
  })
  const stop = useMutation({
    mutationFn: (id: string) => bodyOf(POST('/api/v1/events/searches/{id}/cancel', { params: { path: { id } } })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['search-jobs'] }),
  })
  const items = list.data?.items ?? []
  const running = items.filter(({ state }) => state === 'running').length
  if (items.length === 0) return null
  return (
    <Menu position="bottom-end" withinPortal width={380} onOpen={() => void list.refetch()}>
      <Menu.Target>
        <Button variant="default" title="Searches that needed longer than one answer may take">
          {running > 0 ? `Long searches (${running} running)` : 'Long searches'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ScrollArea.Autosize mah={360} viewportProps={{ tabIndex: -1 }}>
          {items.map((job) => (
            <Group key={job.id} gap={0} wrap="nowrap">
              <Menu.Item onClick={() => open(job)} className="grow">
                <Text size="sm" className="mono">
                  <Shown text={job.query || 'every event'} lengthMax={120} />
                </Text>
                <Text size="xs" className="quiet">
                  {STATES[job.state]} · {countOf(job)} · asked <Time at={job.asked_at} />
                </Text>
              </Menu.Item>
              {job.state === 'running' && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Stop the search ${job.query}`}
                  title="Stop it"
                  onClick={() => stop.mutate(job.id)}
                >
                  ×
                </ActionIcon>
              )}
            </Group>
          ))}
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  )
}

function countOf({ gives, state, found, read_events: read }: Job): string {
  if (gives === 'events') return `${counted(found, 'event', 'events')} found`
  return state === 'running' ? `${counted(read, 'event', 'events')} read` : counted(found, 'row', 'rows')
}
