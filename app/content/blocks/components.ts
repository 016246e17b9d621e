import type { ComponentType } from 'react'
import { Arrivals } from './arrivals/Arrivals.tsx'
import { ArticleList } from './article-list/ArticleList.tsx'
import { BackgroundSection } from './background-section/BackgroundSection.tsx'
import type { BlockProps } from './block-props.ts'
import { Button } from './button/Button.tsx'
import { ClosureContactCta } from './closure-contact-cta/ClosureContactCta.tsx'
import { ContactForm } from './contact-form/ContactForm.tsx'
import { ContactPerson } from './contact-person/ContactPerson.tsx'
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
import { Location } from './location/Location.tsx'
import { Locations } from './locations/Locations.tsx'
import { MainPageTitle } from './main-page-title/MainPageTitle.tsx'
import { PageTitle } from './page-title/PageTitle.tsx'
import { Partner } from './partner/Partner.tsx'
import { Ratings } from './ratings/Ratings.tsx'
import { RichTextBlock } from './rich-text/RichTextBlock.tsx'
import type { BlockName } from './schemas.ts'
import { SectionIndent } from './section-indent/SectionIndent.tsx'
import { Team } from './team/Team.tsx'
import { Tile } from './tile/Tile.tsx'
import { Tiles } from './tiles/Tiles.tsx'
import { TwoColumns } from './two-columns/TwoColumns.tsx'

/** The component of every block; a block without one fails the type check. */
export const components: { [Name in BlockName]: ComponentType<BlockProps<Name>> } = {
  arrivals: Arrivals,
  'article-list': ArticleList,
  'background-section': BackgroundSection,
  button: Button,
  'closure-contact-cta': ClosureContactCta,
  'contact-form': ContactForm,
  'contact-person': ContactPerson,
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
  location: Location,
  locations: Locations,
  'main-page-title': MainPageTitle,
  'page-title': PageTitle,
  partner: Partner,
  ratings: Ratings,
  'rich-text': RichTextBlock,
  'section-indent': SectionIndent,
  team: Team,
  tile: Tile,
  tiles: Tiles,
  'two-columns': TwoColumns,
}
