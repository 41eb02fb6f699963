/** Threat intelligence: indicators, their sources, and their sightings. */
import { Page } from '../parts/page.tsx'
import { Tabbed } from '../parts/tabbed.tsx'
import { BulkCheck } from './bulk-check.tsx'
import { Feeds, Values } from './feeds.tsx'
import { Indicators } from './indicators.tsx'
import { LookUp } from './look-up.tsx'
import { MispPushes } from './misp-pushes.tsx'
import { Sandboxes } from './sandboxes.tsx'
import { Sightings } from './sightings.tsx'
import { WarningLists } from './warning-lists.tsx'

export function IntelPage() {
  return (
    <Page title="Intel" about="Indicators that are matched against events, and their feeds.">
      <Tabbed
        tabs={[
          { value: 'indicators', label: 'Indicators', body: IndicatorsTab },
          { value: 'sightings', label: 'Sightings', body: SightingsTab },
          { value: 'known-good', label: 'Known-good values', body: WarningLists },
          { value: 'feeds', label: 'Feeds', body: FeedsTab },
          { value: 'sandboxes', label: 'Sandboxes', body: Sandboxes },
        ]}
      />
    </Page>
  )
}

function IndicatorsTab() {
  return (
    <>
      <div className="two even">
        <LookUp />
        <BulkCheck />
      </div>
      <Indicators />
    </>
  )
}

function SightingsTab() {
  return (
    <>
      <Sightings />
      <MispPushes />
    </>
  )
}

function FeedsTab() {
  return (
    <>
      <Feeds />
      <Values />
    </>
  )
}
