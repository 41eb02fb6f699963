import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { Schemas } from '../api/client.ts'
import { useList } from '../parts/listing.tsx'
import { More } from '../parts/more.tsx'
import { namesById, useAssignees } from '../parts/people.ts'
import { Shown } from '../parts/shown.tsx'
import { Loaded } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'

type Entry = Schemas['AlertHistoryEntry']
const HISTORY = 'GET /api/v1/alerts/{id}/history'

type HistoryProps = { readonly id: string; readonly entries: readonly Entry[] }

/** The newest entries come with the alert; the others are loaded when a person wants to see them. */
export function History({ id, entries }: HistoryProps) {
  const [isWhole, setWhole] = useState(false)
  if (entries.length === 0) return <Text size="sm">No changes yet.</Text>
  if (isWhole) return <Whole id={id} />
  return (
    <>
      <Entries entries={entries} />
      <Button variant="default" size="xs" mt="xs" onClick={() => setWhole(true)}>
        Show everything
      </Button>
    </>
  )
}

function Whole({ id }: { readonly id: string }) {
  const found = useList(HISTORY, { path: { id } })
  return (
    <Loaded query={found} lines={4}>
      {(entries) => (
        <>
          <Entries entries={entries} />
          <More query={found} />
        </>
      )}
    </Loaded>
  )
}

function Entries({ entries }: { readonly entries: readonly Entry[] }) {
  const names = namesById(useAssignees())
  return (
    <ol className="plain">
      {entries.map(({ id, ts, summary, actor_id: actor, actor_kind: kind, reason }) => (
        <li key={id}>
          <Text size="xs" className="quiet">
            <Time at={ts} /> · <Shown text={names.get(actor) ?? kind} lengthMax={60} />
          </Text>
          <Text size="sm">
            <Shown text={summary} lengthMax={300} />
          </Text>
          {reason !== null && (
            <Text size="xs" className="quiet">
              <Shown text={reason} lengthMax={500} />
            </Text>
          )}
        </li>
      ))}
    </ol>
  )
}
