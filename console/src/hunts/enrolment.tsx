/** Hosts with osquery: those that enrolled, and the secrets that hosts enrol with. */
import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type AnswerOf, lacking } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { actions, mono, person, State, when, words } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'
import { ActButton, FormButton } from '../parts/operation-form.tsx'
import { Shown } from '../parts/shown.tsx'
import { Copyable, Secret } from '../settings/secret.tsx'
import { hostFlags } from './host-flags.ts'

const NODES = 'GET /api/v1/osquery/nodes'
const SECRETS = 'GET /api/v1/osquery/secrets'
const MAKE = 'POST /api/v1/osquery/secrets'
const REFRESH_MS = 30_000

export function EnrolledHosts() {
  return (
    <Listing<typeof NODES>
      title="Hosts that enrolled"
      list={NODES}
      refreshMs={REFRESH_MS}
      changes="DELETE /api/v1/osquery/nodes/{id}"
      empty={{
        title: 'No host has enrolled',
        next: 'Make a secret, and give it to osquery on a host: the page shows its flags.',
      }}
      columns={[
        {
          head: 'Host',
          cell: ({ hostname, host_identifier: identifier }) => (
            <>
              <Shown text={hostname ?? identifier} lengthMax={120} />
              {hostname !== null && (
                <Text size="xs" className="quiet mono">
                  <Shown text={identifier} lengthMax={80} />
                </Text>
              )}
            </>
          ),
        },
        {
          head: 'State',
          isShort: true,
          cell: ({ revoked_at: at }) => <State of={at === null ? 'active' : 'revoked'} />,
        },
        {
          head: 'System',
          cell: ({ os_name: name, platform }) => <Shown text={name ?? platform ?? '–'} lengthMax={80} />,
        },
        mono('osquery', 'osquery_version'),
        when('Last seen', 'last_seen_at'),
        when('Enrolled', 'enrolled_at'),
        actions(({ id, hostname, host_identifier: identifier, revoked_at: at }) =>
          at === null ? (
            <ActButton
              operation="DELETE /api/v1/osquery/nodes/{id}"
              path={{ id }}
              label="Revoke"
              ariaLabel={`Revoke ${(hostname ?? identifier).slice(0, 80)}`}
              confirm="Its key stops working within half a minute. The host can enrol again while it has a valid secret: revoke that too if the host is not to be trusted."
              variant="subtle"
            />
          ) : null,
        ),
      ]}
    />
  )
}

export function EnrolmentSecrets() {
  const [made, setMade] = useState<AnswerOf<typeof MAKE> | null>(null)
  const mayMake = lacking(useSession(), MAKE) === null
  return (
    <>
      {made !== null && (
        <Stack gap="sm">
          <Secret key={made.id} name={`Secret of ${made.label}`} value={made.secret} />
          <section className="card stack" aria-label="Flags of osquery on the hosts">
            <Text size="sm">Write the secret to /etc/osquery/secret on the hosts, and give osquery these flags:</Text>
            <Copyable name="Flags of osquery" text={hostFlags(location)} />
          </section>
        </Stack>
      )}
      <Listing<typeof SECRETS>
        title="Secrets to enrol with"
        about="A host enrols once with a secret, and has a key of its own from then on. A revoked secret enrols no further host."
        list={SECRETS}
        changes={MAKE}
        aside={
          mayMake && (
            <FormButton
              operation={MAKE}
              label="New secret"
              title="New secret to enrol with"
              submit="Make it"
              done={setMade}
            />
          )
        }
        empty={{
          title: 'No secret yet',
          next: 'New secret makes one, and shows the flags that osquery needs on the hosts.',
        }}
        columns={[
          words('For', 'label'),
          {
            head: 'State',
            isShort: true,
            cell: ({ revoked_at: at }) => <State of={at === null ? 'active' : 'revoked'} />,
          },
          person('Made by', 'created_by'),
          when('Made', 'created_at'),
          when('Revoked', 'revoked_at', '–'),
          actions(({ id, label, revoked_at: at }) =>
            at === null ? (
              <ActButton
                operation="DELETE /api/v1/osquery/secrets/{id}"
                path={{ id }}
                label="Revoke"
                ariaLabel={`Revoke the secret of ${label.slice(0, 80)}`}
                confirm="No further host can enrol with it. Hosts that did stay enrolled."
                variant="subtle"
              />
            ) : null,
          ),
        ]}
      />
    </>
  )
}
