import { createContext, useContext } from 'react'
import { type Brand, defaultBrand } from './brand.ts'

export const BrandContext = createContext<Brand>(defaultBrand)

export const useBrand = (): Brand => useContext(BrandContext)
