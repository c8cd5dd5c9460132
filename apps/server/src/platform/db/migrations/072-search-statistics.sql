-- Migration 069 wrote the table anew; without statistics of it the first searches after an upgrade read it in vain.
analyze plant_search;
