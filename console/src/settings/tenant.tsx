/** Settings of the whole tenant: its OCSF version, and the threshold at which an entity is a risk. */
import { NativeSelect, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, lacking } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { FormButton, Lacks } from '../parts/operation-form.tsx'
import { Section } from '../parts/page.tsx'
import { Failure, Loaded } from '../parts/states.tsx'

export function TenantSettings() {
  return (
    <>
      <OcsfVersion />
      <Risk />
      <AirGap />
    </>
  )
}

function OcsfVersion() {
  const queries = useQueryClient()
  const may = lacking(useSession(), 'PUT /api/v1/tenants/me/ocsf-version') === null
  const found = useQuery({ queryKey: ['ocsf-version'], queryFn: () => call('GET /api/v1/tenants/me/ocsf-version') })
  const set = useMutation({
    mutationFn: (version: string) => call('PUT /api/v1/tenants/me/ocsf-version', { body: { version } }),
    onSuccess: () => queries.invalidateQueries(),
  })
  return (
    <Section title="Version of OCSF">
      <Loaded query={found} lines={2}>
        {({ version, stored_as: stored, available }) => (
          <>
            <NativeSelect
              aria-label="Version of OCSF"
              className="narrow"
              data={[...available]}
              value={version}
              disabled={!may || set.isPending}
              onChange={(event) => set.mutate(event.currentTarget.value)}
            />
            <Text size="sm" className="quiet" mt="xs">
              Events are stored as {stored} and answered in the version that is chosen.
            </Text>
          </>
        )}
      </Loaded>
      {set.error && <Failure error={set.error} />}
      <Lacks operation="PUT /api/v1/tenants/me/ocsf-version" />
    </Section>
  )
}

function Risk() {
  const found = useQuery({ queryKey: ['risk-settings'], queryFn: () => call('GET /api/v1/ueba/risk-settings') })
  return (
    <Section
      title="Alerts of risky entities"
      aside={
        found.data && (
          <FormButton
            operation="PUT /api/v1/ueba/risk-settings"
            initial={found.data}
            label="Edit"
            title="Alerts of risky entities"
            submit="Save"
          />
        )
      }
    >
      <Loaded query={found} lines={2}>
        {({ enabled, threshold, window_hours: hours }) => (
          <Text size="sm">
            {enabled
              ? `An entity that gets ${threshold} points within ${hours} hours raises an alert.`
              : 'Off: points are counted and raise no alert.'}
          </Text>
        )}
      </Loaded>
      <Lacks operation="PUT /api/v1/ueba/risk-settings" />
    </Section>
  )
}

function AirGap() {
  const found = useQuery({ queryKey: ['airgap'], queryFn: () => call('GET /api/v1/airgap/status') })
  return (
    <Section title="Air gap">
      <Loaded query={found} lines={2}>
        {({ enabled, allowlist, policy }) => (
          <>
            <Text size="sm">
              {enabled ? 'On: requests go only to the listed addresses.' : 'Off: requests may go to any address.'}
            </Text>
            <Text size="sm" className="quiet">
              {policy} {allowlist.length > 0 && `Allowed: ${allowlist.join(', ')}`}
            </Text>
          </>
        )}
      </Loaded>
    </Section>
  )
}
