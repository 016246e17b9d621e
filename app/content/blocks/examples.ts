import { arrivalsExamples } from './arrivals/examples.ts'
import { articleListExamples } from './article-list/examples.ts'
import { backgroundSectionExamples } from './background-section/examples.ts'
import { buttonExamples } from './button/examples.ts'
import { closureContactCtaExamples } from './closure-contact-cta/examples.ts'
import { contactFormExamples } from './contact-form/examples.ts'
import { contactPersonExamples } from './contact-person/examples.ts'
import { contactTileExamples } from './contact-tile/examples.ts'
import { containerExamples } from './container/examples.ts'
import { dividerExamples } from './divider/examples.ts'
import type { BlockExamples } from './example.ts'
import { faqExamples } from './faq/examples.ts'
import { globalReferenceExamples } from './global-reference/examples.ts'
import { goldPurchaseCalculatorExamples } from './gold-purchase-calculator/examples.ts'
import { iconExamples } from './icon/examples.ts'
import { imageExamples } from './image/examples.ts'
import { imageColumnsExamples } from './image-columns/examples.ts'
import { imageGridExamples } from './image-grid/examples.ts'
import { largeContentExamples } from './large-content/examples.ts'
import { locationExamples } from './location/examples.ts'
import { locationsExamples } from './locations/examples.ts'
import { mainPageTitleExamples } from './main-page-title/examples.ts'
import { pageTitleExamples } from './page-title/examples.ts'
import { partnerExamples } from './partner/examples.ts'
import { ratingsExamples } from './ratings/examples.ts'
import { richTextExamples } from './rich-text/examples.ts'
import type { BlockName } from './schemas.ts'
import { sectionIndentExamples } from './section-indent/examples.ts'
import { teamExamples } from './team/examples.ts'
import { tileExamples } from './tile/examples.ts'
import { tilesExamples } from './tiles/examples.ts'
import { twoColumnsExamples } from './two-columns/examples.ts'

/** How each block may be filled: what the tests, the page of examples and the office show. */
export const examples: { [Name in BlockName]: BlockExamples } = {
  arrivals: arrivalsExamples,
  'article-list': articleListExamples,
  'background-section': backgroundSectionExamples,
  button: buttonExamples,
  'closure-contact-cta': closureContactCtaExamples,
  'contact-form': contactFormExamples,
  'contact-person': contactPersonExamples,
  'contact-tile': contactTileExamples,
  container: containerExamples,
  divider: dividerExamples,
  faq: faqExamples,
  'global-reference': globalReferenceExamples,
  'gold-purchase-calculator': goldPurchaseCalculatorExamples,
  icon: iconExamples,
  image: imageExamples,
  'image-columns': imageColumnsExamples,
  'image-grid': imageGridExamples,
  'large-content': largeContentExamples,
  location: locationExamples,
  locations: locationsExamples,
  'main-page-title': mainPageTitleExamples,
  'page-title': pageTitleExamples,
  partner: partnerExamples,
  ratings: ratingsExamples,
  'rich-text': richTextExamples,
  'section-indent': sectionIndentExamples,
  team: teamExamples,
  tile: tileExamples,
  tiles: tilesExamples,
  'two-columns': twoColumnsExamples,
}
