import blocks from './blocks.json'
import catalogue from './catalogue.json'
import storefront from './storefront.json'

export default { ...storefront, blocks, catalogue }
