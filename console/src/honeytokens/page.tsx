import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type AnswerOf, call } from '../api/call.ts'
import { actions, count, mono, State, short, when, words } from '../parts/columns.tsx'
import { Figures } from '../parts/figures.tsx'
import { Listing } from '../parts/listing.tsx'
import { ActButton, Dialog, FormButton } from '../parts/operation-form.tsx'
import { Page } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Loaded } from '../parts/states.tsx'
import { Copyable } from '../settings/secret.tsx'

type Token = AnswerOf<'POST /api/v1/honeytokens'>

export function HoneytokensPage() {
  const [made, setMade] = useState<Token | null>(null)
  const stats = useQuery({ queryKey: ['honeytoken-stats'], queryFn: () => call('GET /api/v1/honeytokens/stats') })
  return (
    <Page
      title="Honeytokens"
      about="Addresses, files, keys and mailboxes that nobody has a reason to touch. Whoever does raises an alert."
      actions={
        <FormButton
          operation="POST /api/v1/honeytokens"
          label="New honeytoken"
          submit="Make the honeytoken"
          variant="filled"
          done={setMade}
        />
      }
    >
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
      <Listing<'GET /api/v1/honeytokens'>
        title="Tokens"
        list="GET /api/v1/honeytokens"
        changes="POST /api/v1/honeytokens"
        empty={{
          title: 'No honeytoken yet',
          next: 'Make one, and lay it where an intruder looks: a share, a wiki page, a repository.',
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
              <button type="button" className="as-link" onClick={() => setMade(row)}>
                Show
              </button>
              {row.status !== 'revoked' && (
                <ActButton
                  operation="DELETE /api/v1/honeytokens/{id}"
                  path={{ id: row.id }}
                  label="Revoke"
                  ariaLabel={`Revoke ${row.name.slice(0, 80)}`}
                  variant="subtle"
                  confirm="It stays in the list with its touches. A later touch raises no alert."
                />
              )}
            </>
          )),
        ]}
      />
      <Listing<'GET /api/v1/honeytokens/events'>
        title="Touches"
        list="GET /api/v1/honeytokens/events"
        empty={{ title: 'Nobody touched one' }}
        columns={[
          when('When', 'triggered_at'),
          mono('From', 'source_ip'),
          short('Looks like', 'classification'),
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
      <Dialog title={made?.name.slice(0, 120) ?? ''} isOpen={made !== null} close={() => setMade(null)}>
        {made && <Decoy token={made} />}
      </Dialog>
    </Page>
  )
}

function Decoy({ token: { track_url: url, track_path: path, decoy, description } }: { readonly token: Token }) {
  const parts = Object.entries(decoy).filter(
    (part): part is [string, string] => typeof part[1] === 'string' && part[1] !== '',
  )
  return (
    <div className="stack">
      {description !== null && (
        <Text size="sm">
          <Shown text={description} />
        </Text>
      )}
      <Text size="sm">Lay this out; a touch of it is an alert.</Text>
      <Copyable name="Address" text={url ?? path} />
      {parts.map(([name, text]) => (
        <div key={name}>
          <Text size="xs" className="quiet">
            {name.replaceAll('_', ' ')}
          </Text>
          <Copyable name={name.replaceAll('_', ' ')} text={text} />
        </div>
      ))}
    </div>
  )
}
