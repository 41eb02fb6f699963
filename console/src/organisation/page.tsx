import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call, lacking } from '../api/call.ts'
import { ApiProblem } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { actions, mono, person, State, when, words } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'
import { ActButton, FormButton } from '../parts/operation-form.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { Tabbed } from '../parts/tabbed.tsx'
import { wordOf } from '../parts/words.ts'
import { TenantHunts } from './hunts.tsx'
import type { Delegated } from './live-delegations.ts'
import { Portfolio } from './portfolio.tsx'
import { TenantQueue } from './queue.tsx'
import { Templates } from './templates.tsx'

const LIST_MAX = 100
const ROLES = ['viewer', 'soc_analyst', 'threat_hunter', 'soc_lead', 'tenant_admin'].map((value) => ({
  value,
  label: value.replaceAll('_', ' '),
}))

export function OrganisationPage() {
  const session = useSession()
  const may = lacking(session, 'GET /api/v1/organisation') === null
  return (
    <Page
      title="Organisation"
      about="Organisations of tenants, and the people of one tenant who may work in another, until when and why."
    >
      <Tabbed
        tabs={[
          { value: 'tenants', label: 'Tenants', body: () => <TenantsTab may={may} /> },
          { value: 'queue', label: 'Queue of all tenants', reads: 'GET /api/v1/organisation/queue', body: TenantQueue },
          { value: 'hunts', label: 'Hunts over all tenants', reads: 'GET /api/v1/hunts', body: TenantHunts },
          {
            value: 'templates',
            label: 'Templates',
            reads: 'GET /api/v1/organisation/templates',
            body: Templates,
          },
        ]}
      />
    </Page>
  )
}

function TenantsTab({ may }: { readonly may: boolean }) {
  return (
    <>
      <Portfolio />
      {may && <Own />}
      {may && <Delegations />}
      {may && <HeldDelegations />}
    </>
  )
}

function Own() {
  const mayOnboard = lacking(useSession(), 'POST /api/v1/organisation/tenants') === null
  const found = useQuery({ queryKey: ['organisation'], retry: false, queryFn: () => call('GET /api/v1/organisation') })
  if (found.error instanceof ApiProblem && found.error.status === 404)
    return (
      <Section title="This organisation">
        <Empty title="In no organisation">
          The operator adds tenants with svc organisations create and svc organisations add.
        </Empty>
      </Section>
    )
  return (
    <Section
      title="This organisation"
      aside={
        found.data?.is_home &&
        found.data.kind === 'mssp' &&
        mayOnboard && (
          <Button component={Link} to="/organisation/new">
            New customer
          </Button>
        )
      }
    >
      <Loaded query={found} lines={3}>
        {({ name, kind, is_home: isHome }) => (
          <>
            <Text size="sm">
              <b>
                <Shown text={name} lengthMax={120} />
              </b>
              <span className="quiet">
                {' '}
                {kind.replaceAll('_', ' ')}
                {isHome ? ', of which this is the home tenant' : ''}
              </span>
            </Text>
            <Members />
          </>
        )}
      </Loaded>
    </Section>
  )
}

function Members() {
  const found = useQuery({
    queryKey: ['organisation-tenants'],
    queryFn: () => call('GET /api/v1/organisation/tenants', { query: { limit: LIST_MAX } }),
  })
  return (
    <Loaded query={found} lines={2}>
      {({ items, next_cursor: next }) => (
        <>
          <Text size="sm" className="quiet" mt="xs">
            {items.length.toLocaleString()}
            {next === undefined ? '' : ' and more'} {items.length === 1 ? 'tenant' : 'tenants'}
          </Text>
          <ul className="plain permissions">
            {items.map(({ id }) => (
              <li key={id} className="mono">
                <Shown text={id} lengthMax={80} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Loaded>
  )
}

function Delegations() {
  return (
    <Listing<'GET /api/v1/organisation/delegations'>
      title="People of other tenants with access to this one"
      list="GET /api/v1/organisation/delegations"
      changes="POST /api/v1/organisation/delegations"
      aside={
        <FormButton
          operation="POST /api/v1/organisation/delegations"
          label="Delegate"
          title="Give a person of another tenant access"
          choices={{ role: ROLES }}
          initial={{ expires_in_hours: 8 }}
        />
      }
      empty={{ title: 'Nobody', next: 'People of other tenants of the organisation see nothing of this one.' }}
      columns={[
        mono('Home tenant', 'home_tenant_id'),
        person('Person', 'delegate_id'),
        { head: 'As', isShort: true, cell: ({ role }) => wordOf(role) },
        words('Reason', 'reason'),
        person('Given by', 'granted_by'),
        when('Until', 'expires_at'),
        { head: 'State', isShort: true, cell: (row) => <State of={stateOf(row)} /> },
        actions((row) =>
          stateOf(row) === 'active' ? (
            <ActButton
              operation="DELETE /api/v1/organisation/delegations/{id}"
              path={{ id: row.id }}
              label="Take back"
              variant="subtle"
              confirm="Their access ends now, including their open sessions."
            />
          ) : null,
        ),
      ]}
    />
  )
}

function HeldDelegations() {
  return (
    <Listing<'GET /api/v1/organisation/held-delegations'>
      title="People of this tenant with access to others"
      list="GET /api/v1/organisation/held-delegations"
      empty={{ title: 'Nobody', next: 'The other tenant gives the access; either side can end it.' }}
      columns={[
        mono('Works in', 'tenant_id'),
        person('Person', 'delegate_id'),
        { head: 'As', isShort: true, cell: ({ role }) => wordOf(role) },
        words('Reason', 'reason'),
        when('Until', 'expires_at'),
        { head: 'State', isShort: true, cell: (row) => <State of={stateOf(row)} /> },
        actions((row) =>
          stateOf(row) === 'active' ? (
            <ActButton
              operation="DELETE /api/v1/organisation/held-delegations/{id}"
              path={{ id: row.id }}
              label="End"
              variant="subtle"
              confirm="Their access ends now, including their open sessions. Only the other tenant can give it again."
            />
          ) : null,
        ),
      ]}
    />
  )
}

function stateOf({ revoked_at: revoked, expires_at: until }: Delegated): string {
  if (revoked !== null) return 'revoked'
  return Date.parse(until) < Date.now() ? 'expired' : 'active'
}
