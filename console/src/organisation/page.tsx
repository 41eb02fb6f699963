import { Button, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call, lacking } from '../api/call.ts'
import { ApiProblem } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { actions, mono, person, State, when, words } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'
import { ActButton, FormButton } from '../parts/operation-form.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Empty, Failure, Loaded } from '../parts/states.tsx'
import { Tabbed } from '../parts/tabbed.tsx'
import { Table } from '../parts/table.tsx'
import { enter } from './delegated.ts'
import { TenantHunts } from './hunts.tsx'
import { inForce, onePerTenant, TENANTS_MAX } from './live-delegations.ts'
import { OnboardButton } from './onboard.tsx'
import { allDelegations, type Delegation, type Portfolio, readPortfolio } from './portfolio.ts'
import { TenantQueue } from './queue.tsx'

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
      about="Tenants that belong together, and who of one may work in another, for how long and why."
    >
      <Tabbed
        tabs={[
          { value: 'tenants', label: 'Tenants', body: () => <TenantsTab may={may} /> },
          { value: 'queue', label: 'Queue of all tenants', reads: 'GET /api/v1/alerts', body: TenantQueue },
          { value: 'hunts', label: 'Hunts over all tenants', reads: 'GET /api/v1/hunts', body: TenantHunts },
        ]}
      />
    </Page>
  )
}

function TenantsTab({ may }: { readonly may: boolean }) {
  return (
    <>
      <Tenants />
      {may && <Own />}
      {may && <Given />}
    </>
  )
}

/** Tenants that one may work in, each with its figures once they were asked for. */
function Tenants() {
  const found = useQuery({ queryKey: ['delegations'], queryFn: allDelegations })
  const live = inForce(found.data?.items ?? [], Date.now())
  const portfolio = useMutation({ mutationFn: () => readPortfolio(live) })
  const go = useMutation({ mutationFn: (id: string) => enter(id) })
  const of = (tenant: string): Portfolio | undefined => portfolio.data?.find((one) => one.tenant === tenant)
  return (
    <Section
      title="Tenants that you may work in"
      aside={
        live.length > 0 && (
          <Button variant="default" loading={portfolio.isPending} onClick={() => portfolio.mutate()}>
            Read their figures
          </Button>
        )
      }
    >
      {go.error && <Failure error={go.error} />}
      {portfolio.error && <Failure error={portfolio.error} />}
      <Loaded query={found} lines={4}>
        {() =>
          live.length === 0 ? (
            <Empty title="Only your own">
              An administrator of another tenant of the organisation can delegate a role in it to you, for a time and
              with a reason. It is listed here then, and you change tenants with one press.
            </Empty>
          ) : (
            <Table
              name="Tenants"
              rows={live}
              keyOf={({ id }) => id}
              columns={[
                mono('Tenant', 'tenant_id'),
                { head: 'As', isShort: true, cell: ({ role }) => role.replaceAll('_', ' ') },
                {
                  head: 'Open alerts',
                  isNumber: true,
                  isShort: true,
                  cell: ({ tenant_id: tenant }) => figure(of(tenant), (one) => one.open),
                },
                {
                  head: 'Critical',
                  isNumber: true,
                  isShort: true,
                  cell: ({ tenant_id: tenant }) => figure(of(tenant), (one) => one.critical),
                },
                {
                  head: 'SLA missed',
                  isNumber: true,
                  isShort: true,
                  cell: ({ tenant_id: tenant }) => figure(of(tenant), (one) => one.missed),
                },
                {
                  head: 'Sources that are late',
                  isNumber: true,
                  isShort: true,
                  cell: ({ tenant_id: tenant }) => figure(of(tenant), (one) => one.lateSources),
                },
                {
                  head: 'Events in a day',
                  isNumber: true,
                  isShort: true,
                  cell: ({ tenant_id: tenant }) => figure(of(tenant), (one) => one.events),
                },
                when('Until', 'expires_at'),
                words('Reason', 'reason'),
                actions<Delegation>(({ id, tenant_id: tenant }) => (
                  <Button
                    variant="default"
                    loading={go.isPending && go.variables === id}
                    onClick={() => go.mutate(id)}
                    aria-label={`Work in ${tenant.slice(0, 80)}`}
                  >
                    Work there
                  </Button>
                )),
              ]}
            />
          )
        }
      </Loaded>
      {found.data?.isWhole === false && (
        <Text size="sm" className="late" mt="xs">
          The newest {found.data.items.length.toLocaleString()} delegations were looked at, and there are more.
        </Text>
      )}
      {onePerTenant(live, Date.now()).isCut && (
        <Text size="sm" className="quiet" mt="xs">
          Figures are read of {TENANTS_MAX} tenants: those into which a delegation holds longest.
        </Text>
      )}
      <Text size="xs" className="quiet" mt="xs">
        Reading figures and working there are recorded in the audit log of that tenant, with your name.
      </Text>
    </Section>
  )
}

function figure(of: Portfolio | undefined, read: (of: Portfolio) => number | null) {
  if (of === undefined) return <span className="quiet">–</span>
  const value = read(of)
  return value === null ? <span className="quiet">not known</span> : value.toLocaleString()
}

function Own() {
  const found = useQuery({ queryKey: ['organisation'], retry: false, queryFn: () => call('GET /api/v1/organisation') })
  if (found.error instanceof ApiProblem && found.error.status === 404)
    return (
      <Section title="This organisation">
        <Empty title="In no organisation">
          The operator puts tenants into one: svc organisations create, then svc organisations add.
        </Empty>
      </Section>
    )
  return (
    <Section title="This organisation">
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
            {isHome && kind === 'mssp' && <OnboardButton />}
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

function Given() {
  return (
    <Listing<'GET /api/v1/organisation/delegations'>
      title="Who may work in this tenant from another one"
      list="GET /api/v1/organisation/delegations"
      changes="POST /api/v1/organisation/delegations"
      aside={
        <FormButton
          operation="POST /api/v1/organisation/delegations"
          label="Delegate"
          title="Let somebody of another tenant work in this one"
          choices={{ role: ROLES }}
          initial={{ expires_in_hours: 8 }}
        />
      }
      empty={{ title: 'Nobody', next: 'People of other tenants of the organisation see nothing of this one.' }}
      columns={[
        mono('Home tenant', 'home_tenant_id'),
        mono('Person', 'delegate_id'),
        { head: 'As', isShort: true, cell: ({ role }) => role.replaceAll('_', ' ') },
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
              confirm="Their access ends now, also where they work at this moment."
            />
          ) : null,
        ),
      ]}
    />
  )
}

function stateOf({ revoked_at: revoked, expires_at: until }: Delegation): string {
  if (revoked !== null) return 'revoked'
  return Date.parse(until) < Date.now() ? 'expired' : 'active'
}
