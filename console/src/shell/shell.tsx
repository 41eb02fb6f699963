import {
  ActionIcon,
  AppShell,
  Badge,
  Burger,
  Button,
  Group,
  Menu,
  NavLink,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { mayCall } from '../api/call.ts'
import { signOut } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { goHome, homeTenant } from '../organisation/delegated.ts'
import { togglePreference, usePreference } from '../parts/preferences.ts'
import { Shown } from '../parts/shown.tsx'
import { wordOf } from '../parts/words.ts'
import { Bell } from './bell.tsx'
import { BusyNotice } from './busy-notice.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { Icon } from './icons.tsx'
import { GROUPS, PAGES } from './navigation.ts'
import { Palette } from './palette.tsx'

export function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure(false)
  return (
    <AppShell
      header={{ height: 48 }}
      navbar={{ width: 184, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <a href="#content" className="skip">
        Skip to the content
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          <Burger
            opened={isOpen}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={isOpen ? 'Close menu' : 'Menu'}
          />
          <Text fw={700} size="lg">
            svc
          </Text>
          <Palette />
          <WhoAmI />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" className="scrolls-in">
        <Navigation chosen={close} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <BusyNotice />
        <FailureNotice />
        <Outlet />
      </AppShell.Main>
    </AppShell>
  )
}

function Navigation({ chosen }: { readonly chosen: () => void }) {
  const session = useSession()
  const { pathname } = useLocation()
  const isAt = (to: string) => (to === '/' ? pathname === '/' : pathname === to || pathname.startsWith(`${to}/`))
  return (
    <nav aria-label="Main" className="main-navigation">
      {GROUPS.map((group) => {
        const offered = PAGES.filter(
          ({ group: own, needs }) => own === group && (needs === null || mayCall(session, needs)),
        )
        if (offered.length === 0) return null
        return (
          <div key={group}>
            <Text size="xs" fw={600} className="quiet group" aria-hidden="true">
              {group}
            </Text>
            {offered.map(({ to, label, icon }) => (
              <NavLink
                key={to}
                component={Link}
                to={to}
                label={label}
                leftSection={<Icon name={icon} />}
                active={isAt(to)}
                {...(isAt(to) ? { 'aria-current': 'page' as const } : {})}
                onClick={() => {
                  chosen()
                  toContent()
                }}
              />
            ))}
          </div>
        )
      })}
    </nav>
  )
}

/** The keys of the page that opens are meant for it: a link of the navigation that kept the focus would take Enter. */
function toContent(): void {
  document.getElementById('content')?.focus({ preventScroll: true })
}

function WhoAmI() {
  const { me } = useSession()
  const { setColorScheme } = useMantineColorScheme()
  const other = useComputedColorScheme('dark') === 'dark' ? 'light' : 'dark'
  const clock = usePreference('clock')
  const density = usePreference('density')
  if (me === null) return null
  return (
    <Group ml="auto" gap="xs" wrap="nowrap" className="who">
      <BackHome />
      <Badge color="gray" variant="default" tt="none" aria-label={`Tenant ${me.tenant_id}`}>
        <Shown text={me.tenant_id} lengthMax={40} />
      </Badge>
      <Badge color="gray" variant="default" tt="none" visibleFrom="sm" aria-label={`Role ${wordOf(me.role)}`}>
        {wordOf(me.role)}
      </Badge>
      {clock === 'utc' && (
        <Badge color="gray" variant="default" tt="none">
          UTC
        </Badge>
      )}
      {/* Notifications are those of the own tenant. */}
      {homeTenant() === null && <Bell />}
      <ActionIcon variant="default" aria-label={`Use the ${other} theme`} onClick={() => setColorScheme(other)}>
        <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
          <path d="M8 1a7 7 0 1 0 0 14z" fill="currentColor" />
          <circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" />
        </svg>
      </ActionIcon>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" aria-label={`Account of ${me.email}`}>
            {me.email.slice(0, 1).toUpperCase()}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            <Shown text={me.email} lengthMax={80} /> · {wordOf(me.role)}
          </Menu.Label>
          <Menu.Item onClick={() => setColorScheme('auto')}>Theme of the system</Menu.Item>
          <Menu.Item onClick={() => togglePreference('clock')}>
            {clock === 'utc' ? 'Times in my zone' : 'Times in UTC'}
          </Menu.Item>
          <Menu.Item onClick={() => togglePreference('density')}>
            {density === 'compact' ? 'Rows further apart' : 'Rows closer together'}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => void signOut()}>Sign out</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}

/** The way back to the user's own tenant, while the user works in another one. */
function BackHome() {
  const home = homeTenant()
  if (home === null) return null
  return (
    <Button variant="filled" onClick={() => void goHome()}>
      Back to {home.slice(0, 40)}
    </Button>
  )
}
