CREATE TABLE "signed_in_before" (
	"uid" text NOT NULL,
	"kind" text NOT NULL,
	"mark" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "signed_in_before_uid_kind_mark_pk" PRIMARY KEY("uid","kind","mark")
);
--> statement-breakpoint
ALTER TABLE "signed_in_before" ADD CONSTRAINT "signed_in_before_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "signed_in_before_by_expiry" ON "signed_in_before" USING btree ("expires_at");