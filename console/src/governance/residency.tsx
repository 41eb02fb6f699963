import { Text } from '@mantine/core'
import { mono, State, when, words } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'
import { TenantSettings } from './tenant-settings.tsx'

export function Residency() {
  return (
    <>
      <TenantSettings name="residency" title="Allowed regions">
        {({ data_region: region, residency_enforced: isEnforced, destinations }) => (
          <>
            <Text size="sm">
              {region === null ? 'No region is set.' : `Region ${region}.`}{' '}
              {isEnforced
                ? 'Transfers out of the region are refused and recorded.'
                : 'Transfers out of the region are recorded, not refused.'}
            </Text>
            {Object.entries(destinations).map(([name, where]) => (
              <Text key={name} size="sm" className="quiet">
                {name}: {String(where)}
              </Text>
            ))}
          </>
        )}
      </TenantSettings>
      <Listing<'GET /api/v1/governance/residency/violations'>
        title="Transfers out of the region"
        list="GET /api/v1/governance/residency/violations"
        empty={{
          title: 'Nothing has left its region',
          next: 'A model, an archive or a mail server elsewhere would be listed here.',
        }}
        columns={[
          when('When', 'occurred_at'),
          words('Operation', 'operation'),
          mono('To', 'destination'),
          words('Expected', 'expected_region'),
          words('Was', 'actual_region'),
          { head: 'Refused', isShort: true, cell: ({ refused }) => <State of={refused ? 'refused' : 'recorded'} /> },
          words('Detail', 'detail'),
        ]}
      />
    </>
  )
}
