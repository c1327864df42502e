/** All heavy queries, for the analytics thread (jobs/analytics-thread.ts). */
import {
  type Analyses as DocumentAnalyses,
  analyses as ofDocuments,
} from '#domain/documents/comparison/changed-text.ts';
import { analyses as ofProcurement, type Analyses as ProcurementAnalyses } from '#domain/procurement/analyses.ts';
import { analyses as ofSearch, type NameAnalyses as SearchAnalyses } from '#domain/search/analyses.ts';

export type Analyses = DocumentAnalyses & ProcurementAnalyses & SearchAnalyses;

export const analyses: Analyses = { ...ofDocuments, ...ofProcurement, ...ofSearch };
