/** The palette (Ctrl+K): opens any page, searches, and changes display settings. */

import { Kbd, Modal, TextInput, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { mayCall } from '../api/call.ts'
import { signOut } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { preference, togglePreference } from '../parts/preferences.ts'
import { shown } from '../parts/shown.tsx'
import { isUuid } from '../parts/uuid.ts'
import { matching, type PaletteEntry } from './match.ts'
import { PAGES } from './navigation.ts'
import { TABS } from './tabs.ts'

const SHOWN_MAX = 12
const TEXT_MAX = 200

type Entry = PaletteEntry & { readonly run: () => void }

export function Palette() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      setOpen((now) => !now)
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [])
  const close = () => setOpen(false)
  return (
    <>
      <button
        type="button"
        className="palette-button"
        onClick={() => setOpen(true)}
        aria-label="Search pages and commands"
      >
        <span className="quiet">Go to …</span> <Kbd size="xs">Ctrl K</Kbd>
      </button>
      <Modal opened={isOpen} onClose={close} title="Search pages and commands" size="lg">
        <Chooser close={close} />
      </Modal>
    </>
  )
}

function Chooser({ close }: { readonly close: () => void }) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const entries = matching(useEntries(text.trim()), text).slice(0, SHOWN_MAX)
  const chosen = Math.min(at, entries.length - 1)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })
  const run = (entry: Entry | undefined) => {
    if (entry === undefined) return
    close()
    entry.run()
  }
  const pressed = (event: React.KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') run(entries[chosen])
    if (step === undefined) return
    event.preventDefault()
    setAt((chosen + step + entries.length) % Math.max(entries.length, 1))
  }
  return (
    <>
      <TextInput
        aria-label="Go to or do"
        placeholder="A page, an alert's title, a host, a user …"
        value={text}
        maxLength={TEXT_MAX}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          setAt(0)
        }}
        onKeyDown={pressed}
        role="combobox"
        aria-expanded
        aria-controls="palette-entries"
        aria-activedescendant={entries[chosen] && `palette-${chosen}`}
        data-autofocus
      />
      <div id="palette-entries" role="listbox" aria-label="Results" className="palette" ref={list}>
        {entries.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
          <div
            key={entry.label}
            id={`palette-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onClick={() => run(entry)}
          >
            <span>{shown(entry.label, TEXT_MAX)}</span>
            <span className="quiet">{entry.kind}</span>
          </div>
        ))}
      </div>
    </>
  )
}

function useEntries(text: string): Entry[] {
  const session = useSession()
  const navigate = useNavigate()
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('dark')
  const pages = PAGES.filter(({ needs }) => needs === null || mayCall(session, needs)).map(({ to, label }) => ({
    ...{ label, kind: 'page' as const, run: () => void navigate({ to }) },
  }))
  const nameOf = (to: string) => PAGES.find((page) => page.to === to)?.label ?? ''
  const tabs = TABS.filter(({ needs }) => needs === null || mayCall(session, needs)).map(({ to, tab, label }) => ({
    ...{ label: `${nameOf(to)}: ${label}`, kind: 'page' as const },
    run: () => void navigate({ to, search: { tab } as never }),
  }))
  const other = scheme === 'dark' ? 'light' : 'dark'
  const looks: Entry[] = [
    { label: `Use the ${other} theme`, kind: 'setting', run: () => setColorScheme(other) },
    { label: 'Follow the theme of the system', kind: 'setting', run: () => setColorScheme('auto') },
    {
      label: preference('clock') === 'utc' ? 'Show times in my own zone' : 'Show times in UTC',
      ...{ kind: 'setting', run: () => togglePreference('clock') },
    },
    {
      label: preference('density') === 'compact' ? 'Rows further apart' : 'Rows closer together',
      ...{ kind: 'setting', run: () => togglePreference('density') },
    },
    { label: 'Sign out', kind: 'setting', run: () => void signOut() },
  ]
  return [...pages, ...tabs, ...looks, ...searches(text, session, navigate)]
}

function searches(
  text: string,
  session: ReturnType<typeof useSession>,
  navigate: ReturnType<typeof useNavigate>,
): Entry[] {
  if (text === '') return []
  const entries: (Entry | false)[] = [
    mayCall(session, 'GET /api/v1/alerts') && {
      label: `Alerts with “${text}”`,
      kind: 'search',
      run: () => void navigate({ to: '/alerts', search: { search: text, status: 'all' } }),
    },
    mayCall(session, 'POST /api/v1/events/search') && {
      label: `Events with “${text}”`,
      kind: 'search',
      run: () => void navigate({ to: '/search', search: { query: text } }),
    },
    mayCall(session, 'GET /api/v1/alerts') && {
      label: `Host, user or address ${text}`,
      kind: 'search',
      run: () => void navigate({ to: '/entities/$entity', params: { entity: text } }),
    },
    isUuid(text) &&
      mayCall(session, 'GET /api/v1/alerts') && {
        label: `Alert ${text}`,
        kind: 'search',
        run: () => void navigate({ to: '/alerts/$id', params: { id: text } }),
      },
  ]
  return entries.filter((entry) => entry !== false)
}
