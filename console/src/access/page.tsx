import { Page } from '../parts/page.tsx'
import { Tabbed } from '../parts/tabbed.tsx'
import { People } from './people.tsx'
import { ProvisioningTokens } from './provisioning.tsx'
import { Roles } from './roles.tsx'
import { SignIn } from './sign-in.tsx'

export function AccessPage() {
  return (
    <Page title="Access" about="Users, sign-in methods, roles and permissions.">
      <Tabbed
        tabs={[
          { value: 'people', label: 'People', reads: 'GET /api/v1/users', body: People },
          { value: 'roles', label: 'Roles and permissions', reads: 'GET /api/v1/rbac/roles', body: Roles },
          { value: 'sign-in', label: 'Single sign-on', reads: 'GET /api/v1/sso-connections', body: SignIn },
          { value: 'scim', label: 'Provisioning (SCIM)', reads: 'GET /api/v1/scim-tokens', body: ProvisioningTokens },
        ]}
      />
    </Page>
  )
}
