ALTER TABLE "orders" ADD COLUMN "office_invoice" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "blocked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sms_outbox" ADD COLUMN "uid" text;--> statement-breakpoint
CREATE INDEX "users_candidates" ON "users" USING btree ("created_at" DESC NULLS FIRST,"uid") WHERE "users"."role" = 'candidate' and "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "sms_outbox_by_user" ON "sms_outbox" USING btree ("uid","created_at");