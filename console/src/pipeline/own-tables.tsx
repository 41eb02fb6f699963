/** Tables that the tenant added for sources that no table of the product knows, with their versions. */
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type AnswerOf, call, lacking } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { actions, count, mono, person, when } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'
import { ActButton, Dialog } from '../parts/operation-form.tsx'
import { Preformatted } from '../parts/preformatted.tsx'
import { Shown } from '../parts/shown.tsx'
import { Loaded } from '../parts/states.tsx'
import { counted } from '../parts/words.ts'
import { recognisedBy } from './table-text.ts'
import { TableView } from './table-view.tsx'

const TABLES = 'GET /api/v1/sources/tables'
const VERSIONS = 'GET /api/v1/sources/tables/{name}'
const APPLY = 'PUT /api/v1/sources/tables/{name}'
const SAMPLES = 'GET /api/v1/sources/tables/{name}/samples'
const REMOVE = 'DELETE /api/v1/sources/tables/{name}'

type Applied = AnswerOf<typeof TABLES>['items'][number]

export function OwnTables() {
  const session = useSession()
  const [open, setOpen] = useState<string | null>(null)
  const mayApply = lacking(session, APPLY) === null
  return (
    <>
      <Listing<typeof TABLES>
        title="Own tables"
        about="They read events that no table of the product knows. A change is a new version, and each event names the version that read it."
        list={TABLES}
        changes={APPLY}
        keyOf={({ name }) => name}
        aside={
          mayApply && (
            <Button component={Link} to="/pipeline" search={{ tab: 'try' } as never} variant="default">
              Learn a table
            </Button>
          )
        }
        empty={{
          title: 'No table of your own',
          next: 'Try a sample of a source: where no table knows it, svc proposes one.',
        }}
        columns={[
          mono('Name', 'name'),
          count('Version', 'version'),
          { head: 'Events of', cell: (row) => <Recognised of={row} /> },
          { head: 'Of its samples', cell: (row) => fidelityWords(row) },
          person('Applied by', 'applied_by'),
          when('Applied', 'applied_at'),
          actions(({ name }) => (
            <>
              <Button
                variant="default"
                aria-expanded={open === name}
                aria-label={`${open === name ? 'Hide versions' : 'Versions'} of ${name}`}
                onClick={() => setOpen(open === name ? null : name)}
              >
                {open === name ? 'Hide' : 'Versions'}
              </Button>{' '}
              {mayApply && (
                <Button
                  component={Link}
                  to="/pipeline"
                  search={{ tab: 'try', table: name } as never}
                  variant="subtle"
                  aria-label={`Change ${name}`}
                >
                  Change
                </Button>
              )}
              <ActButton
                operation={REMOVE}
                path={{ name }}
                label="Remove"
                ariaLabel={`Remove the table ${name}`}
                confirm="Events that arrive from now on are read by the generic reader again. Stored events do not change, and the versions stay on record."
                variant="subtle"
              />
            </>
          )),
        ]}
      />
      {open !== null && <Versions key={open} name={open} />}
    </>
  )
}

function Recognised({ of: { definition } }: { readonly of: Applied }) {
  if (definition === null) return <span className="quiet">removed</span>
  return <Shown text={`${definition.vendor} ${definition.product}: ${recognisedBy(definition)}`} lengthMax={240} />
}

function fidelityWords({ fidelity: { events, classed, with_entities: entities, with_time: time } }: Applied): string {
  return `${counted(events, 'event', 'events')}: ${classed} with a class, ${entities} with entities, ${time} with a time`
}

function Versions({ name }: { readonly name: string }) {
  return (
    <Listing<typeof VERSIONS>
      title={`Versions of ${name}`}
      list={VERSIONS}
      path={{ name }}
      keyOf={({ version }) => String(version)}
      empty={{ title: 'No version' }}
      columns={[
        count('Version', 'version'),
        when('Applied', 'applied_at'),
        person('By', 'applied_by'),
        {
          head: 'Table',
          cell: ({ definition, version }) =>
            definition === null ? (
              'removed the table'
            ) : (
              <details>
                <summary>
                  <Shown text={recognisedBy(definition)} lengthMax={160} />
                  <span className="unseen"> in version {version}</span>
                </summary>
                <TableView table={definition} />
              </details>
            ),
        },
        actions(({ version }) => <SamplesOf name={name} version={version} />),
      ]}
    />
  )
}

/** The samples are events as the source sent them: only a user who may change the table reads them. */
function SamplesOf({ name, version }: { readonly name: string; readonly version: number }) {
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  const found = useQuery({
    queryKey: [SAMPLES, name, version],
    queryFn: () => call(SAMPLES, { path: { name }, query: { version } }),
    enabled: isOpen,
  })
  if (lacking(session, SAMPLES) !== null) return null
  return (
    <>
      <Button variant="subtle" onClick={() => setOpen(true)} aria-label={`Samples of version ${version}`}>
        Samples
      </Button>
      <Dialog title={`Samples of ${name}, version ${version}`} isOpen={isOpen} close={() => setOpen(false)} size="xl">
        <Loaded query={found} lines={6}>
          {({ samples, format }) => (
            <>
              <Text size="sm" className="quiet" mb="xs">
                The version was tested against these events, in the format {format}.
              </Text>
              <Preformatted name="Samples" text={samples} />
            </>
          )}
        </Loaded>
      </Dialog>
    </>
  )
}
