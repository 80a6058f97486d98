import { Hourglass, WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useIsOffline, watchConnection } from '../api/connection.ts';
import { useWaitingUntil } from '../api/waiting.ts';

/** Says why nothing happens while requests wait for the connection or for the rate limit. */
export function WaitingBar() {
  const isOffline = useIsOffline();
  const until = useWaitingUntil();
  const [now, setNow] = useState(Date.now);
  useEffect(watchConnection, []);
  useEffect(() => {
    if (until === 0) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 500);

    return () => clearInterval(timer);
  }, [until]);

  return (
    <div role="status" className="waiting-bar" hidden={until === 0 && !isOffline}>
      {isOffline && (
        <>
          <WifiOff aria-hidden="true" />
          No connection. Requests continue when it returns.
        </>
      )}
      {!isOffline && until > 0 && (
        <>
          <Hourglass aria-hidden="true" />
          {`Rate limit reached. Continues in ${Math.max(1, Math.ceil((until - now) / 1000))} s.`}
        </>
      )}
    </div>
  );
}
