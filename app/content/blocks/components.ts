import { type ComponentType, lazy } from 'react'
import { Arrivals } from './arrivals/Arrivals.tsx'
import { ArticleList } from './article-list/ArticleList.tsx'
import { BackgroundSection } from './background-section/BackgroundSection.tsx'
import type { BlockProps } from './block-props.ts'
import { Button } from './button/Button.tsx'
import { ClosureContactCta } from './closure-contact-cta/ClosureContactCta.tsx'
import { ContactTile } from './contact-tile/ContactTile.tsx'
import { Container } from './container/Container.tsx'
import { Divider } from './divider/Divider.tsx'
import { Faq } from './faq/Faq.tsx'
import { GlobalReference } from './global-reference/GlobalReference.tsx'
import { GoldPurchaseCalculator } from './gold-purchase-calculator/GoldPurchaseCalculator.tsx'
import { Icon } from './icon/Icon.tsx'
import { Image } from './image/Image.tsx'
import { ImageColumns } from './image-columns/ImageColumns.tsx'
import { ImageGrid } from './image-grid/ImageGrid.tsx'
import { LargeContent } from './large-content/LargeContent.tsx'
import { MainPageTitle } from './main-page-title/MainPageTitle.tsx'
import { PageTitle } from './page-title/PageTitle.tsx'
import { RichTextBlock } from './rich-text/RichTextBlock.tsx'
import type { BlockName } from './schemas.ts'
import { SectionIndent } from './section-indent/SectionIndent.tsx'
import { Tile } from './tile/Tile.tsx'
import { Tiles } from './tiles/Tiles.tsx'
import { TwoColumns } from './two-columns/TwoColumns.tsx'

/**
 * The component of every block; a block without one fails the type check. What few pages carry is fetched by those
 * pages alone; the server's HTML stands until it has come.
 */
export const components: { [Name in BlockName]: ComponentType<BlockProps<Name>> } = {
  arrivals: Arrivals,
  'article-list': ArticleList,
  'background-section': BackgroundSection,
  button: Button,
  'closure-contact-cta': ClosureContactCta,
  'contact-form': lazy(async () => ({
    default: (await import('./contact-form/ContactForm.tsx')).ContactForm,
  })),
  'contact-person': lazy(async () => ({
    default: (await import('./contact-person/ContactPerson.tsx')).ContactPerson,
  })),
  'contact-tile': ContactTile,
  container: Container,
  divider: Divider,
  faq: Faq,
  'global-reference': GlobalReference,
  'gold-purchase-calculator': GoldPurchaseCalculator,
  icon: Icon,
  image: Image,
  'image-columns': ImageColumns,
  'image-grid': ImageGrid,
  'large-content': LargeContent,
  location: lazy(async () => ({ default: (await import('./location/Location.tsx')).Location })),
  locations: lazy(async () => ({ default: (await import('./locations/Locations.tsx')).Locations })),
  'main-page-title': MainPageTitle,
  'page-title': PageTitle,
  partner: lazy(async () => ({ default: (await import('./partner/Partner.tsx')).Partner })),
  ratings: lazy(async () => ({ default: (await import('./ratings/Ratings.tsx')).Ratings })),
  'rich-text': RichTextBlock,
  'section-indent': SectionIndent,
  team: lazy(async () => ({ default: (await import('./team/Team.tsx')).Team })),
  tile: Tile,
  tiles: Tiles,
  'two-columns': TwoColumns,
}
