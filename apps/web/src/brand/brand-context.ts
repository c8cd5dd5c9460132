import { createContext, useContext } from 'react'
import { type Brand, defaultBrand } from '../api/brand.ts'

export const BrandContext = createContext<Brand>(defaultBrand)

export const useBrand = (): Brand => useContext(BrandContext)
