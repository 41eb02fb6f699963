/** Fields that slow searches name, with the indexes that would serve them. */
import { Text } from '@mantine/core'
import type { AnswerOf } from '../api/call.ts'
import { actions, count, mono, person, State, when, words } from '../parts/columns.tsx'
import { durationOf } from '../parts/durations.ts'
import { Listing } from '../parts/listing.tsx'
import { ActButton } from '../parts/operation-form.tsx'
import { Shown } from '../parts/shown.tsx'
import { bytesOf } from './bytes.ts'

const ADVICE = 'GET /api/v1/lake/advice'
const INDEXES = 'GET /api/v1/lake/indexes'
const MAKE = 'POST /api/v1/lake/indexes'
const REFRESH_MS = 15_000

type Advice = AnswerOf<typeof ADVICE>['items'][number]

const LANGUAGES = { lucene: 'search', kql: 'KQL', sql: 'SQL' } as const

export function Searches() {
  return (
    <>
      <Listing<typeof ADVICE>
        title="Fields that searches wait for"
        about="Searches of the last 30 days by the fields that they name, the dearest first. An index is proposed after five searches that took a second each, or were not done in their time."
        list={ADVICE}
        changes={MAKE}
        keyOf={({ language, field }) => `${language} ${field}`}
        empty={{ title: 'No search named a field yet', next: 'The first searches of this tenant fill this list.' }}
        columns={[
          { head: 'Field', isMono: true, cell: (row) => <FieldOf row={row} /> },
          { head: 'In', isShort: true, cell: ({ language }) => LANGUAGES[language] },
          count('Searches', 'searches'),
          { ...NUMBER, head: 'Not in time', cell: ({ late }) => <Late of={late} /> },
          { ...NUMBER, head: 'On average', cell: ({ mean_ms: ms }) => seconds(ms) },
          { ...NUMBER, head: 'In all', cell: ({ ms }) => seconds(ms) },
          { head: 'Index', cell: (row) => <IndexOf row={row} /> },
          actions(({ field, state }) =>
            state === 'proposed' || state === 'possible' ? (
              <ActButton
                operation={MAKE}
                body={{ field }}
                label="Make an index"
                ariaLabel={`Make an index of ${field.slice(0, 80)}`}
                confirm="It is built in the background, for the events that are there and then for each day that is quiet. A tenant has at most four."
                variant={state === 'proposed' ? 'default' : 'subtle'}
              />
            ) : null,
          ),
        ]}
      />
      <Listing<typeof INDEXES>
        title="Indexes of fields"
        about="A search for a value of such a field passes over what does not hold it."
        list={INDEXES}
        refreshMs={REFRESH_MS}
        empty={{ title: 'No index of a field', next: 'Words of the raw text are indexed for every tenant.' }}
        columns={[
          mono('Field', 'field'),
          { head: 'State', isShort: true, cell: ({ state }) => <State of={state} /> },
          words('Fault', 'fault'),
          person('Made by', 'made_by'),
          when('Made', 'created_at'),
          actions(({ id, field }) => (
            <ActButton
              operation="DELETE /api/v1/lake/indexes/{id}"
              path={{ id }}
              label="Remove"
              ariaLabel={`Remove the index of ${field.slice(0, 80)}`}
              confirm="The events stay; searches for the field read them again without it."
              variant="subtle"
            />
          )),
        ]}
      />
    </>
  )
}

const NUMBER = { isNumber: true, isShort: true } as const
const seconds = (ms: number): string => (ms < 1_000 ? `${Math.round(ms)} ms` : durationOf(ms / 1_000))

function Late({ of }: { readonly of: number }) {
  return of === 0 ? '0' : <span className="late">{of.toLocaleString()}</span>
}

function FieldOf({ row: { field, compares } }: { readonly row: Advice }) {
  return (
    <>
      <Shown text={field} lengthMax={200} />
      {compares !== null && (
        <Text size="xs" className="quiet">
          compare <Shown text={compares} lengthMax={200} />
        </Text>
      )}
    </>
  )
}

function IndexOf({ row: { state, reason, bytes_at_most: bytes } }: { readonly row: Advice }) {
  if (state === 'none') return <span className="quiet">{reason ?? 'would serve nothing'}</span>
  return (
    <>
      <State of={state} />
      {bytes !== null && (
        <Text size="xs" className="quiet">
          at most {bytesOf(bytes)}
        </Text>
      )}
    </>
  )
}
