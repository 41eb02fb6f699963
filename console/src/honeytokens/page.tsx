import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type AnswerOf, call, lacking } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { actions, count, mono, State, short, when, words } from '../parts/columns.tsx'
import { Figures } from '../parts/figures.tsx'
import { Listing } from '../parts/listing.tsx'
import { ActButton, Dialog, FormButton } from '../parts/operation-form.tsx'
import { Page } from '../parts/page.tsx'
import { saveAs } from '../parts/save-as.ts'
import { Shown } from '../parts/shown.tsx'
import { Failure, Loaded } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'
import { Copyable } from '../settings/secret.tsx'

type Token = AnswerOf<'POST /api/v1/honeytokens'>

export function HoneytokensPage() {
  const [made, setMade] = useState<Token | null>(null)
  return (
    <Page
      title="Honeytokens"
      about="Addresses, files, keys and mailboxes without a legitimate use. Every use raises an alert."
      actions={
        <>
          <FormButton
            operation="POST /api/v1/honeytokens/plantings"
            label="Deploy to assets"
            about="Creates one honeytoken per asset, so a trigger shows from which asset it was stolen."
            submit="Create the honeytokens"
          />
          <FormButton
            operation="POST /api/v1/honeytokens"
            label="New honeytoken"
            submit="Create the honeytoken"
            variant="filled"
            done={setMade}
          />
        </>
      }
    >
      <Touched />
      <Tokens show={setMade} />
      <Touches />
      <Ignores />
      <Dialog title={made?.name.slice(0, 120) ?? ''} isOpen={made !== null} close={() => setMade(null)}>
        {made && <Decoy token={made} />}
      </Dialog>
    </Page>
  )
}

/** The number of active honeytokens, and of touched ones. */
function Touched() {
  const stats = useQuery({ queryKey: ['honeytoken-stats'], queryFn: () => call('GET /api/v1/honeytokens/stats') })
  return (
    <Loaded query={stats} lines={2}>
      {({ by_status: status, touches, touches_24h: day, touches_7d: week }) => (
        <Figures
          of={[
            { name: 'Active', value: (status.active ?? 0).toLocaleString() },
            { name: 'Touched', value: (status.triggered ?? 0).toLocaleString(), isBad: (status.triggered ?? 0) > 0 },
            { name: 'Touches in a day', value: day.toLocaleString(), isBad: day > 0 },
            { name: 'Touches in a week', value: week.toLocaleString() },
            { name: 'Touches in all', value: touches.toLocaleString() },
          ]}
        />
      )}
    </Loaded>
  )
}

function Tokens({ show }: { readonly show: (token: Token) => void }) {
  return (
    <Listing<'GET /api/v1/honeytokens'>
      title="Tokens"
      list="GET /api/v1/honeytokens"
      changes="POST /api/v1/honeytokens"
      empty={{
        title: 'No honeytoken yet',
        next: 'Create one, and place it where an intruder looks: a share, a wiki page, a repository.',
      }}
      columns={[
        words('Name', 'name'),
        short('Kind', 'token_type'),
        { head: 'State', isShort: true, cell: ({ status }) => <State of={status} /> },
        count('Touches', 'touch_count'),
        when('Last touch', 'last_touched'),
        when('Until', 'expires_at', 'for good'),
        actions((row) => (
          <>
            <Button variant="subtle" onClick={() => show(row)} aria-label={`Show ${row.name.slice(0, 80)}`}>
              Show
            </Button>
            {row.status !== 'revoked' && (
              <ActButton
                operation="DELETE /api/v1/honeytokens/{id}"
                path={{ id: row.id }}
                label="Revoke"
                ariaLabel={`Revoke ${row.name.slice(0, 80)}`}
                variant="subtle"
                confirm="It stays in the list with its history. Later use raises no alert."
              />
            )}
          </>
        )),
      ]}
    />
  )
}

function Touches() {
  return (
    <Listing<'GET /api/v1/honeytokens/events'>
      title="Touches"
      list="GET /api/v1/honeytokens/events"
      empty={{ title: 'No touches yet' }}
      columns={[
        when('When', 'triggered_at'),
        mono('From', 'source_ip'),
        short('Looks like', 'classification'),
        { head: 'Why', cell: ({ reasons }) => <Shown text={reasons.join('; ')} lengthMax={240} /> },
        { head: 'Score', isNumber: true, isShort: true, cell: ({ threat_score: score }) => score },
        words('User agent', 'user_agent'),
        {
          head: 'Alert',
          isShort: true,
          cell: ({ alert_id: id }) =>
            id === null ? (
              '–'
            ) : (
              <Link to="/alerts/$id" params={{ id }}>
                Open
              </Link>
            ),
        },
      ]}
    />
  )
}

function Ignores() {
  return (
    <Listing<'GET /api/v1/honeytoken-ignores'>
      title="Ignored sources"
      about="For your own scanners and backups: their use is recorded and raises no alert. An attacker who controls one of them raises none either."
      list="GET /api/v1/honeytoken-ignores"
      changes="POST /api/v1/honeytoken-ignores"
      aside={<FormButton operation="POST /api/v1/honeytoken-ignores" label="Ignore a source" />}
      empty={{ title: 'Every use raises an alert' }}
      columns={[
        mono('Addresses', 'addresses'),
        words('User agent', 'user_agent'),
        words('Reason', 'reason'),
        when('Until', 'expires_at'),
        { head: 'In force', isShort: true, cell: ({ is_in_force: isInForce }) => (isInForce ? 'yes' : 'no') },
        actions(({ id, reason }) => (
          <ActButton
            operation="DELETE /api/v1/honeytoken-ignores/{ignore_id}"
            path={{ ignore_id: id }}
            label="Watch again"
            ariaLabel={`Watch again: ${reason.slice(0, 80)}`}
            variant="subtle"
          />
        )),
      ]}
    />
  )
}

function Decoy({ token }: { readonly token: Token }) {
  const { track_url: url, track_path: path, decoy, description, self_tested_at: testedAt } = token
  const parts = Object.entries(decoy).filter(
    (part): part is [string, string] => typeof part[1] === 'string' && part[1] !== '',
  )
  const { asset, place } = token.metadata
  return (
    <div className="stack">
      {description !== null && (
        <Text size="sm">
          <Shown text={description} />
        </Text>
      )}
      {typeof asset === 'string' && (
        <Text size="sm">
          Planted on <Shown text={typeof place === 'string' ? `${asset}, at ${place}` : asset} lengthMax={300} />
        </Text>
      )}
      <Text size="sm">Place this decoy; every use of it raises an alert.</Text>
      <Copyable name="Address" text={url ?? path} />
      {parts.map(([name, text]) => (
        <div key={name}>
          <Text size="xs" className="quiet">
            {name.replaceAll('_', ' ')}
          </Text>
          <Copyable name={name.replaceAll('_', ' ')} text={text} />
        </div>
      ))}
      <DecoyFiles token={token} />
      <SelfTest token={token} testedAt={testedAt} />
    </div>
  )
}

const FILES = [
  ['docx', 'Word'],
  ['xlsx', 'Excel'],
  ['pdf', 'PDF'],
  ['kubeconfig', 'kubeconfig'],
  ['database', 'Database'],
  ['web_clone', 'Script for a site'],
] as const

/** Files that trigger the decoy when they are opened or used. */
function DecoyFiles({ token: { id, name, track_url: url } }: { readonly token: Token }) {
  const session = useSession()
  const made = useMutation({
    mutationFn: async ([format]: (typeof FILES)[number]) => {
      const file: unknown = await call('GET /api/v1/honeytokens/{id}/file', {
        path: { id },
        query: { format },
        parseAs: 'blob',
      })
      saveAs(file as Blob, nameOf(name, format))
    },
  })
  if (lacking(session, 'GET /api/v1/honeytokens/{id}/file') !== null) return null
  if (url === null)
    return (
      <Text size="sm" className="quiet">
        Files that lead here need SVC_PUBLIC_URL, the origin under which this installation is reached.
      </Text>
    )
  return (
    <div>
      <Text size="xs" className="quiet">
        Decoy files
      </Text>
      <Group gap="xs">
        {FILES.map((file) => (
          <Button
            key={file[0]}
            size="xs"
            variant="default"
            loading={made.isPending && made.variables[0] === file[0]}
            onClick={() => made.mutate(file)}
          >
            {file[1]}
          </Button>
        ))}
      </Group>
      {made.error && <Failure error={made.error} />}
    </div>
  )
}

/** File names that do not reveal the decoy. */
function nameOf(name: string, format: (typeof FILES)[number][0]): string {
  if (format === 'kubeconfig') return 'config'
  if (format === 'database') return '.env'
  return format === 'web_clone' ? 'analytics.js' : `${name.replaceAll(/[^\w.-]+/g, '-').slice(0, 60)}.${format}`
}

function SelfTest({ token, testedAt }: { readonly token: Token; readonly testedAt: string | null }) {
  const [path, setPath] = useState<string | null>(null)
  if (token.status === 'revoked') return null
  const origin = token.track_url === null ? '' : token.track_url.slice(0, -token.track_path.length)
  return (
    <div className="stack">
      <Text size="sm">Self-test: {testedAt === null ? 'not tested yet' : <Time at={testedAt} />}</Text>
      {path === null ? (
        <Group>
          <ActButton
            operation="POST /api/v1/honeytokens/{id}/self-test"
            path={{ id: token.id }}
            label="Test it"
            done={({ track_path: made }) => setPath(made)}
          />
        </Group>
      ) : (
        <>
          <Text size="sm">
            Request this address once within 15 minutes from the place of the decoy; it raises no alert, and appears in
            the list.
          </Text>
          <Copyable name="Address of the test" text={`${origin}${path}`} />
        </>
      )}
    </div>
  )
}
