/** Usage of the tenants that one may work in, by month: what finance adds up and bills. */
import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type AnswerOf, call } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { onePerTenant, TENANTS_MAX } from '../organisation/live-delegations.ts'
import { allDelegations, askAs, type Delegation } from '../organisation/portfolio.ts'
import { Chart } from '../parts/chart.tsx'
import { Section } from '../parts/page.tsx'
import { saveAs } from '../parts/save-as.ts'
import { Shown } from '../parts/shown.tsx'
import { Empty, Failure, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { meterWords } from './meter-words.ts'
import type { Month } from './months.ts'
import { metersOf, monthsOf, sumOf, sumOfAll, type TenantUsage, usageCsvOf } from './tenant-months.ts'

type Usage = AnswerOf<'GET /api/v1/usage'>

const TENANTS_DRAWN = 6
/** Drawn first: it is what grows and what is paid for. */
const FIRST_METER = 'events_ingested'

export function ByTenant({ month: { month, end } }: { readonly month: Month }) {
  const { me } = useSession()
  const found = useQuery({ queryKey: ['delegations'], queryFn: allDelegations })
  const start = `${monthsOf(month)[0]}-01`
  const read = useMutation({
    mutationFn: async (delegations: readonly Delegation[]) => {
      const own = await call('GET /api/v1/usage', { query: { start, end } })
      const tenants: TenantUsage[] = [{ tenant: own.tenant_id, daily: own.daily }]
      // One after the other: a person may ask only so often in a minute.
      for (const one of delegations) tenants.push(await usageOf(one, start, end))
      return { month, tenants }
    },
  })
  return (
    <Section title={`Six months to ${month}, by tenant`}>
      <Text size="sm" className="quiet" mb="sm">
        The own tenant, and those that were delegated to you. Reading is recorded in the audit log of each, with your
        name.
      </Text>
      <Loaded query={found} lines={3}>
        {({ items, isWhole }) => {
          const { read: live, isCut } = onePerTenant(items, Date.now())
          return (
            <>
              <Group gap="xs" mb="sm">
                <Button loading={read.isPending} onClick={() => read.mutate(live)}>
                  Read the usage of {live.length === 0 ? 'this tenant' : `${live.length + 1} tenants`}
                </Button>
                {read.data && (
                  <Button
                    variant="default"
                    onClick={() =>
                      saveAs(
                        new Blob([usageCsvOf(read.data.tenants, read.data.month)], { type: 'text/csv' }),
                        `usage-by-tenant-${read.data.month}.csv`,
                      )
                    }
                  >
                    Export as CSV
                  </Button>
                )}
              </Group>
              {(isCut || !isWhole) && (
                <Text size="sm" className="late" mb="sm">
                  {isCut
                    ? `${TENANTS_MAX} tenants are read, and more are delegated to you`
                    : `The newest ${items.length.toLocaleString()} delegations were looked at, and there are more`}
                  : a sum is not that of the organisation.
                </Text>
              )}
              {live.length === 0 && (
                <Text size="sm" className="quiet" mb="sm">
                  No tenant is delegated to you: an administrator of it can do that under Organisation.
                </Text>
              )}
              {read.error && <Failure error={read.error} />}
              {read.data && <Months own={me?.tenant_id ?? ''} tenants={read.data.tenants} month={read.data.month} />}
            </>
          )
        }}
      </Loaded>
    </Section>
  )
}

/** Without days where the role there may not read them. */
async function usageOf({ id, tenant_id: tenant }: Delegation, start: string, end: string): Promise<TenantUsage> {
  const { access_token: token } = await call('POST /api/v1/delegations/{id}/enter', { path: { id } })
  const usage = await askAs<Usage>(token, 'GET /api/v1/usage', `?start=${start}&end=${end}`)
  return usage === null
    ? { tenant, daily: null, why: 'the delegated role may not read it, or it did not answer' }
    : { tenant, daily: usage.daily }
}

type MonthsProps = { readonly own: string; readonly tenants: readonly TenantUsage[]; readonly month: string }

function Months({ own, tenants, month }: MonthsProps) {
  const meters = metersOf(tenants)
  const [chosen, setChosen] = useState('')
  const meter = [chosen, FIRST_METER].find((one) => meters.includes(one)) ?? meters[0] ?? ''
  const months = monthsOf(month)
  const times = useMemo(() => monthsOf(month).map((one) => `${one}-01T00:00:00Z`), [month])
  const series = useMemo(
    () =>
      tenants.slice(0, TENANTS_DRAWN).map((tenant) => ({
        name: tenant.tenant,
        values: monthsOf(month).map((one) => sumOf(tenant, one, meter)),
      })),
    [tenants, month, meter],
  )
  if (meters.length === 0) return <Empty title="Nothing was used in these months" />
  const figure = (value: number | null) => value?.toLocaleString() ?? <span className="quiet">not known</span>
  return (
    <>
      <NativeSelect
        label="Meter"
        mb="sm"
        size="xs"
        className="narrow"
        data={meters.map((value) => ({ value, label: meterWords(value) }))}
        value={meter}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <Chart name={`${meterWords(meter)} by tenant and month`} times={times} series={series} />
      {tenants.length > TENANTS_DRAWN && (
        <Text size="xs" className="quiet">
          The first {TENANTS_DRAWN} of {tenants.length} tenants are drawn; the table has all.
        </Text>
      )}
      <Table
        name="Usage by tenant and month"
        rows={[...tenants, null]}
        keyOf={(tenant) => tenant?.tenant ?? 'All together'}
        columns={[
          {
            head: 'Tenant',
            cell: (tenant) =>
              tenant === null ? (
                <b>All together</b>
              ) : (
                <>
                  <Shown text={tenant.tenant} lengthMax={80} />
                  {tenant.tenant === own && <span className="quiet"> (this one)</span>}
                  {tenant.why && <div className="quiet">{tenant.why}</div>}
                </>
              ),
          },
          ...months.map((one) => ({
            head: one,
            isNumber: true,
            isShort: true,
            cell: (tenant: TenantUsage | null) =>
              tenant === null ? <b>{figure(sumOfAll(tenants, one, meter))}</b> : figure(sumOf(tenant, one, meter)),
          })),
        ]}
      />
    </>
  )
}
