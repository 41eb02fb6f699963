/** Icons of the pages, on a grid of 16, in the colour of the text beside them. Each icon has a label. */

const PATHS = {
  overview: 'M2 2h5v6H2zM9 2h5v4H9zM2 10h5v4H2zM9 8h5v6H9z',
  alerts: 'M4 11V7a4 4 0 0 1 8 0v4l1.5 1.5h-11zM6.5 14.5h3',
  cases: 'M2 5h12v9H2zM5.5 5V2.5h5V5M2 9h12',
  sla: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M8 5v3.5l2.5 1.5',
  oncall: 'M5 2 3 3c-.5 5 4.5 10 10 10l1-2-3-2-1.5 1C8 9.5 6.5 8 6 6.5L7 5z',
  response: 'M9 1.5 3 9h4.5L7 14.5 13 7H8.5z',
  phishing: 'M2 4h12v9H2zM2 4.5 8 9l6-4.5',
  search: 'M7 2a5 5 0 1 0 0 10A5 5 0 0 0 7 2M10.5 10.5 14 14',
  hunts: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M8 .5V4M8 12v3.5M.5 8H4M12 8h3.5',
  entities: 'M8 2a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M3 14c0-3 2-5 5-5s5 2 5 5',
  intel: 'M8 1.5 13.5 4v4c0 3-2.5 5.5-5.5 6.5C5 13.5 2.5 11 2.5 8V4z',
  detections: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8M8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4',
  purple: 'M6 2h4M7 2v4.5L3 13c0 1 .5 1.5 1.5 1.5h7c1 0 1.5-.5 1.5-1.5L9 6.5V2M5 10h6',
  honeytokens: 'M8 1.5 13.5 4.75v6.5L8 14.5l-5.5-3.25v-6.5zM8 6v4M6 8h4',
  connectors: 'M6 2v3.5M10 2v3.5M4 5.5h8V8a4 4 0 0 1-8 0zM8 12v2.5',
  pipeline: 'M2 4h4l4 8h4M2 12h4l1-2M10 4h4M9 6l1-2',
  metrics: 'M2 2v12h12M5 11V8M8 11V5M11 11V7',
  usage: 'M8 2a6 6 0 1 0 6 6H8zM10.5 1.5a5 5 0 0 1 4 4h-4z',
  reports: 'M3 1.5h7L13 4.5v10H3zM10 1.5v3h3M5.5 8h5M5.5 11h5',
  compliance: 'M3 2.5h10v12H3zM6 1.5h4v2H6zM5.5 9l2 2 3.5-4',
  audit: 'M3 4h10M3 8h10M3 12h6M11.5 12l1 1 2-2',
  access: 'M5 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M7.5 8h7v2.5M11.5 8v2',
  organisation: 'M6 2h4v3H6zM1.5 11h4v3h-4zM10.5 11h4v3h-4zM8 5v3M3.5 11V8h9v3',
  automation: 'M3 6h10v7.5H3zM8 3v3M8 3h.01M6 9v1M10 9v1M1 8.5V11M15 8.5V11',
  governance: 'M8 2v12M4 14h8M2.5 4.5h11M2.5 4.5 1 9h3zM13.5 4.5 12 9h3z',
  inbox: 'M2.5 9 4.5 3h7l2 6v4.5h-11zM2.5 9h3.25L7 11h2l1.25-2h3.25',
  settings: 'M2 4.5h6M12 4.5h2M10 3v3M2 11.5h2M8 11.5h6M6 10v3',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}
