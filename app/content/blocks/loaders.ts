import type { BlockOf } from '../block.ts'
import type { LoadContext } from '../load-blocks.ts'
import { loadArrivals } from './arrivals/loader.ts'
import { loadArticleList } from './article-list/loader.ts'
import { loadButton } from './button/loader.ts'
import { loadClosureContactCta } from './closure-contact-cta/loader.ts'
import { loadContactForm } from './contact-form/loader.ts'
import { loadContactTile } from './contact-tile/loader.ts'
import { loadGoldPurchaseCalculator } from './gold-purchase-calculator/loader.ts'
import { loadIcon } from './icon/loader.ts'
import { loadLocation } from './location/loader.ts'
import { loadLocations } from './locations/loader.ts'
import type { BlockName } from './schemas.ts'

type Loader<Name extends BlockName> = (block: BlockOf<Name>, context: LoadContext) => Promise<unknown>

/** What each block fetches before it renders; `null` says that it needs nothing but its own fields. */
export const loaders = {
  arrivals: loadArrivals,
  'article-list': loadArticleList,
  'background-section': null,
  button: loadButton,
  'closure-contact-cta': loadClosureContactCta,
  'contact-form': loadContactForm,
  'contact-person': null,
  'contact-tile': loadContactTile,
  container: null,
  divider: null,
  faq: null,
  'global-reference': null,
  'gold-purchase-calculator': loadGoldPurchaseCalculator,
  icon: loadIcon,
  image: null,
  'image-columns': null,
  'image-grid': null,
  'large-content': null,
  location: loadLocation,
  locations: loadLocations,
  'main-page-title': null,
  'page-title': null,
  partner: null,
  ratings: null,
  'rich-text': null,
  'section-indent': null,
  team: null,
  tile: null,
  tiles: null,
  'two-columns': null,
} satisfies { [Name in BlockName]: Loader<Name> | null }

export type Loaders = typeof loaders
