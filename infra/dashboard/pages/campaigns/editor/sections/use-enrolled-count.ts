import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type Campaign, campaignQuery } from '../../queries.ts';

const refetchMs = 2_000;
/** Contacts are enrolled in the background, after the work that chooses them. */
const growthMs = 60_000;

/**
 * The number of enrolled contacts. It is read again for a minute after each progress.
 * @param progress of the work that enrols contacts; undefined without such work
 */
export function useEnrolledCount({ id, stats }: Campaign, progress: number | undefined): number {
  const growsUntil = useRef(0);
  const { data, refetch } = useQuery({
    ...campaignQuery(id),
    refetchInterval: () => (performance.now() < growsUntil.current ? refetchMs : false),
  });
  useEffect(() => {
    if (progress === undefined) return;
    growsUntil.current = performance.now() + growthMs;
    void refetch();
  }, [progress, refetch]);

  return data?.value.stats.contacts ?? stats.contacts;
}
