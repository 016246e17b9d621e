import catalogue from './catalogue.json'
import storefront from './storefront.json'

export default { ...storefront, catalogue }
