<?php

/** Returns whether $signature, the header X-Webhook-Signature, is valid for $body, the raw bytes of php://input. */
function isGenuine(string $body, ?string $signature, string $secret): bool
{
    return hash_equals('sha256=' . hash_hmac('sha256', $body, $secret), $signature ?? '');
}
