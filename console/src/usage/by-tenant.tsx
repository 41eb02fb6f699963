/** Usage by month of the tenants in which the user may work, for finance and billing. */
import { Button, NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { Chart } from '../parts/chart.tsx'
import { Section } from '../parts/page.tsx'
import { saveAs } from '../parts/save-as.ts'
import { Shown } from '../parts/shown.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { meterWords } from './meter-words.ts'
import { lastDayOf, type Month } from './months.ts'
import { metersOf, monthlyOf, monthsOf, sumOf, sumOfAll, type TenantUsage, usageCsvOf } from './tenant-months.ts'

const TENANTS_DRAWN = 6
/** Drawn first, because it grows the most and is billed. */
const FIRST_METER = 'events_ingested'

export function ByTenant({ month: { month, end } }: { readonly month: Month }) {
  const { me } = useSession()
  const found = useQuery({
    queryKey: ['usage-by-tenant', month, end],
    queryFn: () => usageOfAll(month, end),
    staleTime: 300_000,
  })
  return (
    <Section
      title={`Six months to ${month}, by tenant`}
      aside={
        found.data && (
          <Button
            variant="default"
            onClick={() =>
              saveAs(
                new Blob([usageCsvOf(found.data.tenants, month)], { type: 'text/csv' }),
                `usage-by-tenant-${month}.csv`,
              )
            }
          >
            Export as CSV
          </Button>
        )
      }
    >
      <Text size="sm" className="quiet" mb="sm">
        Your own tenant and tenants delegated to you. Reading is recorded in the audit log of each, with your name.
      </Text>
      <Loaded query={found} lines={6}>
        {({ tenants, isCut }) => (
          <>
            {isCut && (
              <Text size="sm" className="late" mb="sm">
                More tenants are delegated to you than are read: totals do not cover the whole organisation.
              </Text>
            )}
            {tenants.length === 1 && (
              <Text size="sm" className="quiet" mb="sm">
                No tenant is delegated to you: an administrator of it can do that under Organisation.
              </Text>
            )}
            <Months own={me?.tenant_id ?? ''} tenants={tenants} month={month} />
          </>
        )}
      </Loaded>
    </Section>
  )
}

/** One request for the own tenant, and, if there are other tenants, one for all of them in each month. */
async function usageOfAll(month: string, end: string) {
  const months = monthsOf(month)
  const ofOthers = (one: string) =>
    call('GET /api/v1/organisation/usage', {
      query: { start: `${one}-01`, end: one === month ? end : lastDayOf(one) },
    })
  const [own, latest] = await Promise.all([
    call('GET /api/v1/usage', { query: { start: `${months[0]}-01`, end } }),
    ofOthers(month),
  ])
  // The same tenants are read for each month: if there are no others in one month, the other months are not requested.
  const hasOthers = latest.items.length + latest.not_read.length > 0
  const earlier = hasOthers ? months.filter((one) => one !== month) : []
  const found = [
    ...(await Promise.all(earlier.map(async (one) => ({ one, ...(await ofOthers(one)) })))),
    { one: month, ...latest },
  ]
  const others = new Map<string, { months: Record<string, Readonly<Record<string, number>>>; why: Set<string> }>()
  const of = (tenant: string) => {
    const known = others.get(tenant) ?? { months: {}, why: new Set() }
    others.set(tenant, known)
    return known
  }
  for (const { one, items, not_read: unread } of found) {
    for (const { tenant_id: tenant, totals, unmeasured } of items) {
      of(tenant).months[one] = totals
      for (const { meter, reason } of unmeasured) of(tenant).why.add(`${meterWords(meter)}: ${reason}`)
    }
    for (const { tenant_id: tenant, reason } of unread) of(tenant).why.add(reason)
  }
  const isCut = found.some(({ tenants_left_off: leftOff }) => leftOff)
  const tenants: TenantUsage[] = [
    { tenant: own.tenant_id, months: monthlyOf(own.daily) },
    ...[...others].map(([tenant, { months: read, why }]) => ({
      ...{ tenant, months: read },
      ...(why.size === 0 ? {} : { why: [...why].join('; ') }),
    })),
  ]
  return { tenants, isCut }
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
                  {tenant.why && (
                    <div className="quiet">
                      <Shown text={tenant.why} lengthMax={400} />
                    </div>
                  )}
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
