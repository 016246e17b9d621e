import { arrivals } from './arrivals/schema.ts'
import { articleList } from './article-list/schema.ts'
import { backgroundSection } from './background-section/schema.ts'
import { button } from './button/schema.ts'
import { closureContactCta } from './closure-contact-cta/schema.ts'
import { contactForm } from './contact-form/schema.ts'
import { contactPerson } from './contact-person/schema.ts'
import { contactTile } from './contact-tile/schema.ts'
import { container } from './container/schema.ts'
import { divider } from './divider/schema.ts'
import { faq } from './faq/schema.ts'
import { globalReference } from './global-reference/schema.ts'
import { goldPurchaseCalculator } from './gold-purchase-calculator/schema.ts'
import { icon } from './icon/schema.ts'
import { image } from './image/schema.ts'
import { imageColumns } from './image-columns/schema.ts'
import { imageGrid } from './image-grid/schema.ts'
import { largeContent } from './large-content/schema.ts'
import { location } from './location/schema.ts'
import { locations } from './locations/schema.ts'
import { mainPageTitle } from './main-page-title/schema.ts'
import { pageTitle } from './page-title/schema.ts'
import { partner } from './partner/schema.ts'
import { ratings } from './ratings/schema.ts'
import { richTextBlock } from './rich-text/schema.ts'
import { sectionIndent } from './section-indent/schema.ts'
import { team } from './team/schema.ts'
import { tile } from './tile/schema.ts'
import { tiles } from './tiles/schema.ts'
import { twoColumns } from './two-columns/schema.ts'

/** Every block an editor can place, by its component name. */
export const blockSchemas = {
  arrivals,
  'article-list': articleList,
  'background-section': backgroundSection,
  button,
  'closure-contact-cta': closureContactCta,
  'contact-form': contactForm,
  'contact-person': contactPerson,
  'contact-tile': contactTile,
  container,
  divider,
  faq,
  'global-reference': globalReference,
  'gold-purchase-calculator': goldPurchaseCalculator,
  icon,
  image,
  'image-columns': imageColumns,
  'image-grid': imageGrid,
  'large-content': largeContent,
  location,
  locations,
  'main-page-title': mainPageTitle,
  'page-title': pageTitle,
  partner,
  ratings,
  'rich-text': richTextBlock,
  'section-indent': sectionIndent,
  team,
  tile,
  tiles,
  'two-columns': twoColumns,
}

export type BlockSchemas = typeof blockSchemas
export type BlockName = keyof BlockSchemas

export const blockNames = Object.keys(blockSchemas) as BlockName[]

export function isBlockName(name: string): name is BlockName {
  return Object.hasOwn(blockSchemas, name)
}
